const NO_COST = { field: 0, multiplier: 1 };

/** Descriptions of what the relay plugin adds, and what its fields cost. */
export const RELAY_TEXTS = {
  nodeTypeOptions: { description: 'Whatever has an id of its own and can be fetched by it.' },
  idFieldOptions: { description: 'Id, the same string as in JSON. Its first letters name the type: `qry_…`.' },
  pageInfoTypeOptions: { description: 'Where a page stands in its list.' },
  hasNextPageFieldOptions: { description: 'Whether there is more after this page.' },
  hasPreviousPageFieldOptions: { description: 'Whether there is more before this page.' },
  startCursorFieldOptions: { description: 'Cursor of the first item: `before` it comes the previous page.' },
  endCursorFieldOptions: { description: 'Cursor of the last item: `after` it comes the next page.' },
  pageInfoFieldOptions: { description: 'Where this page stands in the list.' },
  edgesFieldOptions: { description: 'The items of this page with their cursors.', complexity: NO_COST },
  nodesOnConnection: { description: 'The items of this page.', complexity: NO_COST },
  nodeFieldOptions: { description: 'The item.' },
  cursorFieldOptions: { description: 'Place of the item in the list, for `after` and `before`. Opaque.' },
  defaultConnectionTypeOptions: { description: 'One page of a list.' },
  defaultEdgeTypeOptions: { description: 'An item of a page and its place in the list.' },
  firstArgOptions: { description: 'How many items from the start, or after `after`: 1 to 100, 20 by default.' },
  afterArgOptions: { description: "Start after this item: a cursor, usually the last page's `pageInfo.endCursor`." },
  lastArgOptions: { description: 'How many items from the end, or before `before`: 1 to 100. Not with `first`.' },
  beforeArgOptions: { description: 'End before this item: a cursor. Not with `after`.' },
} as const;
