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
    const { rows } = this;
    const [starts, at, values] = [this.#starts, this.#at, this.#values];
    return columns.map((column) => {
      const product = new Float64Array(rows);
      for (let row = 0; row < rows; row += 1) {
        const end = starts[row + 1] as number;
        let sum = 0;
        for (let entry = starts[row] as number; entry < end; entry += 1) {
          sum += (values[entry] as number) * (column[at[entry] as number] as number);
        }
        product[row] = sum;
      }
      return product;
    });
  }

  /** This matrix, rows for columns, times a dense one. */
  transposedTimes(columns: Columns): Columns {
    const { rows, width } = this;
    const [starts, at, values] = [this.#starts, this.#at, this.#values];
    return columns.map((column) => {
      const product = new Float64Array(width);
      for (let row = 0; row < rows; row += 1) {
        const factor = column[row] as number;
        const end = starts[row + 1] as number;
        for (let entry = starts[row] as number; entry < end; entry += 1) {
          (product[at[entry] as number] as number) += factor * (values[entry] as number);
        }
      }
      return product;
    });
  }
}
