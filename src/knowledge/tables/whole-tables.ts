import type { ParsedDocument, ParsedTable } from '../parse/document.ts';

export interface WholeTable extends ParsedTable {
  /** Whether rows of it were too many to be told apart. */
  readonly isPartial: boolean;
}

/** A table is cut where it has more rows than this, give or take its header. */
const ROWS_OF_A_PART = 4_999;

/** The tables of a document, those whole again that were cut for their length. */
export function wholeTables({
  text,
  sections,
  tables = [],
}: Pick<ParsedDocument, 'text' | 'sections' | 'tables'>): readonly WholeTable[] {
  const whole: ParsedTable[] = [];
  let parts = 0;
  for (const table of tables) {
    const open = whole.at(-1);
    if (open !== undefined && open.rows.length >= ROWS_OF_A_PART * parts && goesOn(text, open, table)) {
      whole[whole.length - 1] = { ...open, rows: [...open.rows, ...table.rows], end: table.end };
      parts += 1;
    } else {
      whole.push(table);
      parts = 1;
    }
  }
  const known = new Set(tables.map(({ start }) => start));
  const untold = sections.flatMap(({ blocks }) =>
    blocks.filter(({ kind, start }) => kind === 'table' && !known.has(start)),
  );
  return whole.map((table) => ({
    ...table,
    isPartial: table.rows.length >= ROWS_OF_A_PART && untold.some(({ start }) => isBlank(text, table.end, start)),
  }));
}

function goesOn(text: string, open: ParsedTable, next: ParsedTable): boolean {
  return next.header.length === 0 && (next.rows[0]?.length ?? 0) <= width(open) && isBlank(text, open.end, next.start);
}

function width({ header, rows }: ParsedTable): number {
  return Math.max(header.length, rows[0]?.length ?? 0);
}

function isBlank(text: string, from: number, to: number): boolean {
  return to >= from && to - from < 16 && text.slice(from, to).trim() === '';
}
