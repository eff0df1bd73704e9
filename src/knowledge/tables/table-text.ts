import type { TableColumn, TableData } from '../../engine/ports/tables.ts';

/** UTF-16 units. */
const MAX_TABLE_TEXT = 6_000;
const MAX_CELL = 200;

export interface TableSource {
  /** As they are written. */
  readonly cells: readonly (readonly string[])[];
  /** Whether its document has more rows than these. */
  readonly isPartial: boolean;
}

/** A table as text: its columns with their types, then its rows; of a long one the beginning, with what is left out. */
export function tableText(place: string, { columns, rows }: TableData, { cells, isPartial }: TableSource): string {
  const note = isPartial ? `\nOnly the first ${rows.length} rows were read.` : '';
  let text = `${place}${note}\n${columns
    .map(columnText)
    .join(' | ')
    .slice(0, MAX_TABLE_TEXT / 2)}`;
  for (const [at, row] of cells.entries()) {
    const line = `\n${columns.map((_, column) => cellText(row[column] ?? '')).join(' | ')}`;
    if (text.length + line.length > MAX_TABLE_TEXT) return `${text}\n… ${rows.length - at} more rows`;
    text += line;
  }
  return text;
}

function columnText({ label, type, unit }: TableColumn): string {
  return type === 'text' ? label : `${label} (${unit === undefined ? type : `${type} ${unit}`})`;
}

function cellText(cell: string): string {
  const text = cell.replace(/\s+/g, ' ').trim();
  return text.length <= MAX_CELL ? text : `${text.slice(0, MAX_CELL)}…`;
}
