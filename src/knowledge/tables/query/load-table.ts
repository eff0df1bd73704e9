import type { DuckDBConnection } from '@duckdb/node-api';
import type { CellValue, TableColumn } from '../../../engine/ports/tables.ts';
import { TABLE_NAME } from './check-statement.ts';

const RAW = 'raw_cells';
/** Digits before and after the point that a DECIMAL has room for. */
const WHOLE_DIGITS = 18;
const MAX_SCALE = 12;

/** Makes the table `data`, each column in the type that it was read as. */
export async function loadTable(
  connection: DuckDBConnection,
  columns: readonly TableColumn[],
  rows: readonly (readonly CellValue[])[],
): Promise<void> {
  const raw = columns.map((_, at) => `c${at} VARCHAR`).join(', ');
  await connection.run(`CREATE TEMP TABLE ${RAW} (${raw})`);
  const appender = await connection.createAppender(RAW);
  for (const row of rows) {
    for (const at of columns.keys()) {
      const value = row[at] ?? null;
      if (value === null) appender.appendNull();
      else appender.appendVarchar(String(value));
    }
    appender.endRow();
  }
  appender.closeSync();
  const cast = columns.map(
    (column, at) => `CAST(c${at} AS ${sqlType(column, rows, at)}) AS "${column.name.replaceAll('"', '""')}"`,
  );
  await connection.run(`CREATE TABLE ${TABLE_NAME} AS SELECT ${cast.join(', ')} FROM ${RAW}`);
  await connection.run(`DROP TABLE ${RAW}`);
}

/** Sums of what was written with decimals are exact. */
function sqlType({ type }: TableColumn, rows: readonly (readonly CellValue[])[], at: number): string {
  switch (type) {
    case 'text':
      return 'VARCHAR';
    case 'date':
      return 'DATE';
    case 'boolean':
      return 'BOOLEAN';
    case 'number':
    case 'currency':
    case 'percent': {
      let scale = 0;
      for (const row of rows) scale = Math.max(scale, decimalsOf(row[at] ?? null));
      if (scale === 0) return 'BIGINT';
      return scale <= MAX_SCALE ? `DECIMAL(${WHOLE_DIGITS + scale}, ${scale})` : 'DOUBLE';
    }
  }
}

function decimalsOf(value: CellValue): number {
  const text = String(value);
  if (text.includes('e')) return Number.POSITIVE_INFINITY;
  const point = text.indexOf('.');
  return typeof value !== 'number' || point < 0 ? 0 : text.length - point - 1;
}
