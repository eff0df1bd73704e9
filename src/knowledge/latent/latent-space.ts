/** As it is stored: a row of `dimension` bytes for each term, worth `scales` of the term each. */
export interface StoredLatentSpace {
  readonly dimension: number;
  /** Separated by spaces. */
  readonly terms: string;
  /** What the term says of a text that has it once, in 127ths. */
  readonly directions: Int8Array;
  readonly scales: Float32Array;
}

/**
 * Where terms, and the texts that hold them, lie by the company that terms keep: texts that share no word but speak of
 * the same are near each other. A text's place follows from its terms alone, so a text that came after the space was
 * fitted has a place in it like any other.
 */
export class LatentSpace {
  readonly dimension: number;
  readonly #rows: ReadonlyMap<string, number>;
  readonly #directions: Int8Array;
  readonly #scales: Float32Array;
  /** How often the text that is being placed has each term; all zeros between two texts. */
  readonly #times: Uint32Array;

  constructor({ dimension, terms, directions, scales }: StoredLatentSpace) {
    this.dimension = dimension;
    this.#rows = new Map(terms.split(' ').map((term, row) => [term, row]));
    this.#directions = directions;
    this.#scales = scales;
    this.#times = new Uint32Array(scales.length);
  }

  /** The direction in which a text lies, of unit length; all zeros where the space knows none of its terms. */
  place(terms: readonly string[]): Float32Array {
    const rows: number[] = [];
    for (const term of terms) {
      const row = this.#rows.get(term);
      if (row === undefined) continue;
      if (this.#times[row] === 0) rows.push(row);
      (this.#times[row] as number) += 1;
    }
    const place = new Float64Array(this.dimension);
    for (const row of rows) {
      const times = this.#times[row] ?? 0;
      this.#times[row] = 0;
      addRow(place, this.#directions, row * this.dimension, (this.#scales[row] ?? 0) * (1 + Math.log(times)));
    }
    return toUnitLength(Float32Array.from(place));
  }
}

/**
 * Adds a row, times its factor. A hundred candidates of a hundred terms are placed for a query: this is most of what a
 * search computes, and four at a time takes two thirds of the time.
 */
function addRow(sum: Float64Array, rows: Int8Array, start: number, factor: number): void {
  const { length } = sum;
  let at = 0;
  for (; at + 3 < length; at += 4) {
    (sum[at] as number) += factor * (rows[start + at] as number);
    (sum[at + 1] as number) += factor * (rows[start + at + 1] as number);
    (sum[at + 2] as number) += factor * (rows[start + at + 2] as number);
    (sum[at + 3] as number) += factor * (rows[start + at + 3] as number);
  }
  for (; at < length; at += 1) (sum[at] as number) += factor * (rows[start + at] as number);
}

/** Changes the vector itself; one of zeros stays as it is. */
export function toUnitLength(vector: Float32Array): Float32Array {
  const length = Math.sqrt(dot(vector, vector));
  if (length > 0) for (let at = 0; at < vector.length; at += 1) vector[at] = (vector[at] ?? 0) / length;
  return vector;
}

export function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at += 1) sum += (a[at] ?? 0) * (b[at] ?? 0);
  return sum;
}
