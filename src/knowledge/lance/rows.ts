import type { Table as ArrowTable } from 'apache-arrow';
import type { ChunkRow } from './chunk-table.ts';
import type { HitRow } from './to-chunk.ts';

export const CANDIDATE_COLUMNS = ['source_path', 'ordinal', 'language', 'head_terms', 'terms'] as const;
export const PLACE_COLUMNS = ['source_id', 'source_path', 'title', 'ordinal', 'heading_path', 'pages'] as const;

/** What a row is scored by. Lists and long texts, which cost most to read, are left for the rows that are chosen. */
export interface CandidateRow extends Pick<ChunkRow, (typeof CANDIDATE_COLUMNS)[number]> {
  /** Names the row in this version. */
  readonly row: bigint;
}

/** A candidate with the cosine of the angle between its vector and the query's. */
export interface NearRow extends CandidateRow {
  readonly cosine: number;
}

/** A row without its text. */
export type PlaceRow = Pick<ChunkRow, (typeof PLACE_COLUMNS)[number]>;

type Fields = Record<string, unknown>;

export const toChunkRow = (row: Fields) => withPlainLists(row) as unknown as ChunkRow;
export const toHitRow = (row: Fields) => withPlainLists(row) as unknown as HitRow;
export const toPlaceRow = (row: Fields) => withPlainLists(row) as unknown as PlaceRow;

/** @param language of a row that was read without its own */
export function toCandidate({ _rowid: row, ...rest }: Fields, language: string | undefined): CandidateRow {
  return { ...(language !== undefined && { language }), ...rest, row } as unknown as CandidateRow;
}

/** Arrow's vectors as the arrays that they stand for. */
function withPlainLists(row: Fields): Fields {
  const { heading_path, pages } = row as unknown as { heading_path: Iterable<string>; pages: Iterable<number> };
  return { ...row, heading_path: [...heading_path], pages: [...pages] };
}

/** Rows read column by column: several times faster than a proxy for each row, which is what the binding would make. */
export async function readRows(query: { toArrow(): Promise<ArrowTable> }): Promise<readonly Fields[]> {
  const table = await query.toArrow();
  const columns = table.schema.fields.map(({ name }) => [name, table.getChild(name)?.toJSON() ?? []] as const);
  return Array.from({ length: table.numRows }, (_, row) =>
    Object.fromEntries(columns.map(([name, values]) => [name, values[row]])),
  );
}

export function byPlace<Row extends Pick<ChunkRow, 'source_path' | 'ordinal'>>(a: Row, b: Row): number {
  if (a.source_path === b.source_path) return a.ordinal - b.ordinal;
  return a.source_path < b.source_path ? -1 : 1;
}
