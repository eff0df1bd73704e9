import type { DocumentWriter } from '../../document-writer.ts';
import { oneLine } from '../../table-cells.ts';
import type { SheetRow } from './sheet.ts';

/** Rows of one table at most: a sheet may hold a million without a gap. */
const MAX_ROWS = 5_000;

/** Writes a sheet's rows: a table ends where a row is empty, and a row of one cell among wider ones is a line. */
export class SheetWriter {
  readonly #writer: DocumentWriter;
  readonly #name: string;
  #rows: SheetRow[] = [];
  #continues = false;

  constructor(writer: DocumentWriter, name: string) {
    this.#writer = writer;
    this.#name = name;
  }

  add(row: SheetRow): void {
    const last = this.#rows.at(-1);
    if (last !== undefined && row.number > last.number + 1 && !this.#isHeadOf(row)) this.end();
    if (this.#rows.length >= MAX_ROWS) {
      this.end();
      this.#continues = true;
    }
    this.#rows.push(row);
  }

  /** Names of columns that an empty row sets apart from what they name: text alone, above a row with numbers. */
  #isHeadOf(row: SheetRow): boolean {
    const [first, ...others] = this.#rows.map(({ cells }) => [...cells.values()]);
    if (first === undefined || others.length > 2 || row.number > (this.#rows.at(-1)?.number ?? 0) + 2) return false;
    const columns = new Set(this.#rows.flatMap(({ cells }) => [...cells.keys()]));
    const named = [...row.cells.keys()].filter((column) => columns.has(column));
    return named.length >= 2 && ![first, ...others].flat().some(isNumber) && [...row.cells.values()].some(isNumber);
  }

  /** Columns that are empty throughout a table are left out. */
  end(): void {
    const columns = [...new Set(this.#rows.flatMap(({ cells }) => [...cells.keys()]))].toSorted((a, b) => a - b);
    const rows = this.#rows.map(({ cells }) => columns.map((column) => cells.get(column) ?? ''));
    this.#rows = [];
    if (columns.length === 1) this.#writer.block('paragraph', rows.map(([cell = '']) => oneLine(cell)).join('\n'));
    else this.#writer.table({ rows, hasHeader: this.#continues ? false : undefined }, this.#name);
    this.#continues = false;
  }
}

function isNumber(cell: string): boolean {
  return cell.trim() !== '' && !Number.isNaN(Number(cell));
}
