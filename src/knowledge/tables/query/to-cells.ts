import { DuckDBDecimalValue, type DuckDBValue } from '@duckdb/node-api';
import type { CellValue, TableAnswer } from '../../../engine/ports/tables.ts';

/** UTF-16 units of one value, and of all. */
const MAX_CELL = 2_000;
const MAX_ANSWER = 200_000;
/** Digits that a number holds exactly. */
const EXACT_DIGITS = 15;

/** A result's first rows as plain values; numbers that would lose digits, and values of other types, become text. */
export function toAnswer(
  columns: readonly string[],
  rows: readonly (readonly DuckDBValue[])[],
  limit: number,
): TableAnswer {
  let truncated = rows.length > limit;
  let room = MAX_ANSWER;
  const kept: (readonly CellValue[])[] = [];
  for (const row of rows.slice(0, limit)) {
    const cells = row.map((value) => {
      const cell = toCell(value);
      if (typeof cell !== 'string' || cell.length <= MAX_CELL) return cell;
      truncated = true;
      return cell.slice(0, MAX_CELL);
    });
    room -= cells.reduce((sum: number, cell) => sum + String(cell).length, 0);
    if (room < 0) return { columns, rows: kept, truncated: true };
    kept.push(cells);
  }
  return { columns, rows: kept, truncated };
}

function toCell(value: DuckDBValue): CellValue {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  const text = String(value);
  const isExact = value instanceof DuckDBDecimalValue && text.replace(/\D/g, '').length <= EXACT_DIGITS;
  return isExact ? Number(text) : text;
}
