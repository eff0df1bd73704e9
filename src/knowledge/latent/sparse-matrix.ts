/** A matrix by columns: `columns[j][i]` is the entry of row i. */
export type Columns = readonly Float64Array[];

/** A matrix that is mostly zeros, by rows. */
export class SparseMatrix {
  readonly rows: number;
  readonly width: number;
  /** Where each row begins in `at` and `values`, and last where the last one ends. */
  readonly #starts: Uint32Array;
  readonly #at: Uint32Array;
  readonly #values: Float64Array;

  constructor(rows: readonly ReadonlyMap<number, number>[], width: number) {
    this.rows = rows.length;
    this.width = width;
    this.#starts = new Uint32Array(rows.length + 1);
    const entries = rows.reduce((sum, row) => sum + row.size, 0);
    this.#at = new Uint32Array(entries);
    this.#values = new Float64Array(entries);
    let next = 0;
    rows.forEach((row, index) => {
      for (const [column, value] of row) {
        this.#at[next] = column;
        this.#values[next] = value;
        next += 1;
      }
      this.#starts[index + 1] = next;
    });
  }

  /** This matrix times a dense one. */
  times(columns: Columns): Columns {
    return columns.map((column) => {
      const product = new Float64Array(this.rows);
      for (let row = 0; row < this.rows; row += 1) {
        let sum = 0;
        const end = this.#start(row + 1);
        for (let at = this.#start(row); at < end; at += 1) {
          sum += (this.#values[at] ?? 0) * (column[this.#at[at] ?? 0] ?? 0);
        }
        product[row] = sum;
      }
      return product;
    });
  }

  /** This matrix, rows for columns, times a dense one. */
  transposedTimes(columns: Columns): Columns {
    return columns.map((column) => {
      const product = new Float64Array(this.width);
      for (let row = 0; row < this.rows; row += 1) {
        const factor = column[row] ?? 0;
        if (factor === 0) continue;
        const end = this.#start(row + 1);
        for (let at = this.#start(row); at < end; at += 1) {
          const to = this.#at[at] ?? 0;
          product[to] = (product[to] ?? 0) + factor * (this.#values[at] ?? 0);
        }
      }
      return product;
    });
  }

  #start(row: number): number {
    return this.#starts[row] ?? 0;
  }
}
