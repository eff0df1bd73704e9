import type { CellValue, ColumnType } from '../../engine/ports/tables.ts';
import { type DecimalMark, isMissing, markShownBy, readBoolean, readNumber, tryMoney } from './cell-values.ts';
import { orderShownBy, readDate } from './dates.ts';

export interface TypedColumn {
  readonly type: ColumnType;
  /** Symbol or code of a currency. */
  readonly unit?: string;
  /** A value for each cell, null where it holds none. */
  readonly values: readonly CellValue[];
}

/** A longer cell is a text, whatever it holds. */
const MAX_VALUE = 64;

/**
 * The type that every cell of a column has, and its values: a column with one cell that is otherwise is text, so that
 * nothing that stands in it is lost. Numbers that can be read in two ways are read by what the column's others show.
 */
export function typeColumn(cells: readonly string[]): TypedColumn {
  const trimmed = cells.map((cell) => cell.replace(/\s+/g, ' ').trim());
  const filled = trimmed.filter((cell) => !isMissing(cell));
  const isProse = filled.some((cell) => cell.length > MAX_VALUE);
  const typed = filled.length === 0 || isProse ? undefined : typeOf(filled);
  if (typed === undefined) return { type: 'text', values: trimmed.map((cell) => (cell === '' ? null : cell)) };
  const { read, ...about } = typed;
  return { ...about, values: trimmed.map((cell) => (isMissing(cell) ? null : (read(cell) ?? null))) };
}

interface Reading extends Pick<TypedColumn, 'type' | 'unit'> {
  readonly read: (cell: string) => CellValue | undefined;
}

function typeOf(cells: readonly string[]): Reading | undefined {
  return booleans(cells) ?? percents(cells) ?? currency(cells) ?? numbers(cells) ?? dates(cells);
}

function all(cells: readonly string[], reading: Reading): Reading | undefined {
  return cells.every((cell) => reading.read(cell) !== undefined) ? reading : undefined;
}

function booleans(cells: readonly string[]): Reading | undefined {
  return all(cells, { type: 'boolean', read: readBoolean });
}

function percents(cells: readonly string[]): Reading | undefined {
  const amountOf = (cell: string) => /^(.*\d)\s?%$/.exec(cell)?.[1];
  return numeric(cells, amountOf, { type: 'percent' });
}

function currency(cells: readonly string[]): Reading | undefined {
  const unit = tryMoney(cells[0] ?? '')?.unit;
  if (unit === undefined) return undefined;
  const amountOf = (cell: string) => {
    const money = tryMoney(cell);
    return money?.unit === unit ? money.amount : undefined;
  };
  return numeric(cells, amountOf, { type: 'currency', unit });
}

function numbers(cells: readonly string[]): Reading | undefined {
  return numeric(cells, (cell) => cell, { type: 'number' });
}

function numeric(
  cells: readonly string[],
  amountOf: (cell: string) => string | undefined,
  about: Pick<Reading, 'type' | 'unit'>,
): Reading | undefined {
  const mark = decimalMark(cells.map((cell) => amountOf(cell) ?? ''));
  if (mark === undefined) return undefined;
  const read = (cell: string) => {
    const amount = amountOf(cell);
    return amount === undefined ? undefined : readNumber(amount, mark);
  };
  return all(cells, { ...about, read });
}

/** The point where nothing shows otherwise; undefined where one cell shows the one and another the other. */
function decimalMark(amounts: readonly string[]): DecimalMark | undefined {
  const shown = new Set(amounts.map(markShownBy).filter((mark) => mark !== undefined));
  if (shown.size > 1) return undefined;
  return [...shown][0] ?? '.';
}

function dates(cells: readonly string[]): Reading | undefined {
  const order = orderShownBy(cells);
  return all(cells, { type: 'date', read: (cell) => readDate(cell, order) });
}
