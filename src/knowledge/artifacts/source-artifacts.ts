import type { ArtifactType } from '../../engine/ports/artifacts.ts';
import type { TableData } from '../../engine/ports/tables.ts';
import type { ParsedDocument } from '../parse/document.ts';
import { tableText } from '../tables/table-text.ts';
import { tryTypedTable } from '../tables/typed-table.ts';
import { wholeTables } from '../tables/whole-tables.ts';
import { findDefinitions } from './definitions/find-definitions.ts';
import { outlineText } from './outline-text.ts';
import type { Statement } from './statements.ts';

/** What one source gives. */
export interface SourceArtifact {
  readonly type: ArtifactType;
  /** Whether other sources may have a share in it: then it is merged with theirs by its name. */
  readonly isShared: boolean;
  readonly name: string;
  readonly text: string;
  readonly spans: readonly Statement[];
  readonly table?: TableData;
}

const MAX_TABLES = 1_000;
const MAX_NAME = 200;

/** What can be told of a document without a model. */
export function compileByRule(title: string, document: ParsedDocument): readonly SourceArtifact[] {
  return [
    { type: 'doc', isShared: false, name: title, ...outlineText(title, document) },
    ...tablesOf(title, document),
    ...definitionsOf(document),
  ];
}

function definitionsOf(document: ParsedDocument): readonly SourceArtifact[] {
  return findDefinitions(document).map(({ term, start, end }) => ({
    type: 'glossary',
    isShared: true,
    name: term,
    text: document.text.slice(start, end),
    spans: [{ start, end }],
  }));
}

function tablesOf(title: string, document: ParsedDocument): readonly SourceArtifact[] {
  const taken = new Map<string, number>();
  return wholeTables(document)
    .slice(0, MAX_TABLES)
    .flatMap((whole): SourceArtifact[] => {
      const table = tryTypedTable(whole);
      if (table === undefined) return [];
      const caption = whole.name?.replace(/\s+/g, ' ').trim().slice(0, MAX_NAME);
      const own = (caption || whole.headingPath.at(-1)) ?? title;
      const times = (taken.get(own) ?? 0) + 1;
      taken.set(own, times);
      const name = times === 1 ? own : `${own} (${times})`;
      // Many tables are called alike: the document and the headings above tell them apart, for a search too.
      const place = [...new Set([title, ...whole.headingPath, own])].join(' › ');
      const text = tableText(place, table, { cells: whole.rows, isPartial: whole.isPartial });
      return [{ type: 'table', isShared: false, name, text, spans: [{ start: whole.start, end: whole.end }], table }];
    });
}
