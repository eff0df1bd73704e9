import type { ArtifactSpan, ArtifactType } from '../../engine/ports/artifacts.ts';
import type { TableData } from '../../engine/ports/tables.ts';
import type { Language } from '../analysis/languages.ts';
import { termsOf } from '../analysis/terms.ts';
import type { ArtifactRow } from '../lance/artifact-table.ts';
import { termKey } from './definitions/definition.ts';
import type { SourceArtifact } from './source-artifacts.ts';

export interface ArtifactOrigin {
  readonly sourceId: string;
  readonly path: string;
  readonly language: Language;
}

/** A row before it has an id, which takes knowing its context. */
export type UnnamedArtifactRow = Omit<ArtifactRow, 'id'>;

/** What a row is made of. */
export interface ArtifactContent {
  readonly type: ArtifactType;
  readonly name: string;
  readonly sources: readonly string[];
  readonly text: string;
  readonly spans: readonly ArtifactSpan[];
  readonly language: Language;
  readonly table?: TableData;
}

export function toRow(
  content: ArtifactContent,
  place: { readonly sourceId: string; readonly key: string; readonly isPart: boolean },
): UnnamedArtifactRow {
  const { type, name, sources, text, spans, language, table } = content;
  const head = [...new Set(termsOf(name, language))];
  const terms = [...head, ...termsOf(text, language)];
  return {
    type,
    is_part: place.isPart ? 1 : 0,
    source_id: place.sourceId,
    key: place.key,
    name,
    sources,
    text,
    spans: JSON.stringify(spans),
    columns: table === undefined ? '' : JSON.stringify(table.columns),
    row_count: table?.rows.length ?? 0,
    table_rows: table === undefined ? '' : JSON.stringify(table.rows),
    language,
    head_terms: head.length,
    term_count: terms.length,
    terms: terms.join(' '),
  };
}

/** Rows of what one source gives: artifacts of its own, and parts of those that it shares with others. */
export function rowsOfSource(
  artifacts: readonly SourceArtifact[],
  { sourceId, path, language }: ArtifactOrigin,
): readonly UnnamedArtifactRow[] {
  return artifacts.map(({ type, isShared, name, text, spans, table }) => {
    const key = isShared ? termKey(name) : '';
    const places = spans.map((span) => ({ sourcePath: path, ...span }));
    return toRow(
      { type, name, sources: [path], text, spans: places, language, ...(table && { table }) },
      { sourceId, key, isPart: isShared },
    );
  });
}
