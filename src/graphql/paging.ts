import { GatewayError } from '../errors.ts';

export const DEFAULT_PAGE = 20;
export const MAX_PAGE = 100;

export interface PageArgs {
  readonly first?: number | null | undefined;
  readonly after?: string | null | undefined;
  readonly last?: number | null | undefined;
  readonly before?: string | null | undefined;
}

/** The keys that a list is ordered by, of one of its items: `[createdAt, id]`. */
export type CursorKeys = readonly (string | number)[];

/** A stretch of a list: `limit` items from its start, or from after `keys`; from its end, or before, when backward. */
export interface Page {
  readonly limit: number;
  readonly keys: CursorKeys | undefined;
  readonly backward: boolean;
}

/**
 * Cursors hold the keys of their item, not its id alone: they keep their place when the item is deleted.
 * @throws GatewayError `bad_request` naming the argument.
 */
export function parsePage({ first, after, last, before }: PageArgs): Page {
  if (first != null && last != null) throw fault('last', 'last and first exclude each other: send one of them.');
  if (after != null && before != null) throw fault('before', 'before and after exclude each other: send one of them.');
  if (after != null && last != null) throw fault('last', 'last goes with before, first goes with after.');
  if (before != null && first != null) throw fault('first', 'first goes with after, last goes with before.');
  const backward = last != null || before != null;
  const cursor = after ?? before;
  return {
    limit: parseLimit(backward ? 'last' : 'first', backward ? last : first),
    keys: cursor == null ? undefined : decodeCursor(cursor, backward ? 'before' : 'after'),
    backward,
  };
}

function parseLimit(name: string, value: number | null | undefined): number {
  if (value == null) return DEFAULT_PAGE;
  if (value < 1 || value > MAX_PAGE) {
    throw fault(name, `${name} is the size of a page, 1 to ${MAX_PAGE}, not ${value}. Page on with cursors for more.`);
  }
  return value;
}

export function encodeCursor(keys: CursorKeys): string {
  return Buffer.from(JSON.stringify(keys)).toString('base64url');
}

function decodeCursor(cursor: string, name: string): CursorKeys {
  let keys: unknown;
  try {
    keys = JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    keys = undefined; // judged below, with what parses and is no cursor
  }
  if (!Array.isArray(keys) || !keys.every((key) => typeof key === 'string' || Number.isSafeInteger(key))) {
    throw fault(name, `${name} is not a cursor of this list: take one from its edges or its pageInfo.`);
  }
  return keys as CursorKeys;
}

function fault(field: string, message: string): GatewayError {
  return new GatewayError('bad_request', message, { field });
}

export interface Connection<T> {
  readonly edges: readonly { readonly cursor: string; readonly node: T }[];
  readonly pageInfo: {
    readonly hasNextPage: boolean;
    readonly hasPreviousPage: boolean;
    readonly startCursor: string | null;
    readonly endCursor: string | null;
  };
}

/** `rows` begin where the page begins, in the direction it goes, one more of them than it holds where there is one. */
export function toConnection<T>(rows: readonly T[], page: Page, keysOf: (row: T) => CursorKeys): Connection<T> {
  const more = rows.length > page.limit;
  const items = rows.slice(0, page.limit);
  if (page.backward) items.reverse();
  const edges = items.map((node) => ({ cursor: encodeCursor(keysOf(node)), node }));
  return {
    edges,
    pageInfo: {
      hasNextPage: page.backward ? page.keys !== undefined : more,
      hasPreviousPage: page.backward ? more : page.keys !== undefined,
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
  };
}
