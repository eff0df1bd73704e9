import type { Chunk } from '../../engine/ports/knowledge.ts';
import type { ChunkRow } from './chunk-table.ts';

export const HIT_COLUMNS = [
  'id',
  'source_id',
  'source_path',
  'heading_path',
  'start',
  'end',
  'pages',
  'ordinal',
  'text',
] as const satisfies readonly (keyof ChunkRow)[];

/** What a chunk is made of. */
export type HitRow = Pick<ChunkRow, (typeof HIT_COLUMNS)[number]>;

export function toChunk(contextSlug: string, row: HitRow): Chunk {
  return {
    id: row.id,
    contextSlug,
    sourceId: row.source_id,
    sourcePath: row.source_path,
    headingPath: row.heading_path,
    start: row.start,
    end: row.end,
    pages: row.pages,
    ordinal: row.ordinal,
    text: row.text,
  };
}

/** The text of a source from all its rows, in order. A row may begin with what the one before it ended with. */
export function textOf(rows: readonly ChunkRow[]): string {
  let text = '';
  for (const row of rows) text += row.lead + row.text.slice(Math.max(0, text.length - row.start)) + row.trail;
  return text;
}
