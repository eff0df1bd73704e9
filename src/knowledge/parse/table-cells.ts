/** A table as a format gives it. Rows may differ in length. */
export interface TableCells {
  readonly name?: string | undefined;
  /** Whether the first row names the columns; looked up in its cells when absent. */
  readonly hasHeader?: boolean | undefined;
  readonly rows: readonly (readonly string[])[];
}

const NUMERIC = /^[\s(+−-]*[$€£¥]?\s*\d[\d\s.,'’]*\s*[%)€$]?$/;
const DATE = /^\d{4}-\d{2}-\d{2}/;

/** One line a row, cells between bars: a cell keeps its place also when those before it are empty. */
export function rowLine(cells: readonly string[]): string {
  return cells.map(oneLine).join(' | ');
}

export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** A first row that names columns holds different words and no number, and others follow it. */
export function looksLikeHeader([first, ...others]: readonly (readonly string[])[]): boolean {
  if (first === undefined || others.length === 0) return false;
  const names = first.map(oneLine).filter((cell) => cell !== '');
  if (names.length < 2 || new Set(names).size < names.length) return false;
  return names.every((name) => /\p{L}/u.test(name) && !NUMERIC.test(name) && !DATE.test(name) && name.length < 120);
}
