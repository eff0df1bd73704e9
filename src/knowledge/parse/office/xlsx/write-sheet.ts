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
    if (last !== undefined && row.number > last.number + 1) this.end();
    if (this.#rows.length >= MAX_ROWS) {
      this.end();
      this.#continues = true;
    }
    this.#rows.push(row);
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
