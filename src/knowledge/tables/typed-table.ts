import type { TableColumn, TableData } from '../../engine/ports/tables.ts';
import type { ParsedTable } from '../parse/document.ts';
import { columnNames } from './column-names.ts';
import { typeColumn } from './column-types.ts';

/** Wider ones are drawings. */
const MAX_COLUMNS = 256;
const MAX_LABEL = 200;

/** A table with the type of each column; undefined for what has no two columns, or no row below their names. */
export function tryTypedTable({ header, rows }: Pick<ParsedTable, 'header' | 'rows'>): TableData | undefined {
  const width = rows.reduce((widest, row) => Math.max(widest, row.length), header.length);
  if (width < 2 || width > MAX_COLUMNS || rows.length === 0) return undefined;
  const labels = Array.from({ length: width }, (_, at) =>
    (header[at] ?? '').replace(/\s+/g, ' ').trim().slice(0, MAX_LABEL),
  );
  const names = columnNames(labels);
  const typed = labels.map((_, at) => typeColumn(rows.map((row) => row[at] ?? '')));
  const columns = typed.map(
    ({ type, unit }, at): TableColumn => ({
      name: names[at] ?? '',
      label: labels[at] || (names[at] ?? ''),
      type,
      ...(unit === undefined ? {} : { unit }),
    }),
  );
  return { columns, rows: rows.map((_, row) => typed.map(({ values }) => values[row] ?? null)) };
}
