/** As it is stored: the terms, in the order of their UTF-8 bytes, one after the other. */
export interface StoredTermCounts {
  readonly terms: Uint8Array;
  /** Where each term begins in `terms`, and last where the last one ends. */
  readonly offsets: Uint32Array;
  /** In how many chunks each term occurs. */
  readonly counts: Uint32Array;
}

/**
 * In how many chunks each term of an index occurs. Kept as the bytes that it is stored in: a map of the 200,000 terms
 * that a large context has would cost ten times the memory, and a query looks up a dozen.
 */
export class TermCounts {
  readonly #terms: Buffer;
  readonly #offsets: Uint32Array;
  readonly #counts: Uint32Array;

  constructor({ terms, offsets, counts }: StoredTermCounts) {
    this.#terms = Buffer.from(terms.buffer, terms.byteOffset, terms.byteLength);
    this.#offsets = offsets;
    this.#counts = counts;
  }

  /** 0 for a term that occurs nowhere. */
  of(term: string): number {
    const wanted = Buffer.from(term);
    let low = 0;
    let high = this.#counts.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const [start, end] = [this.#offsets[middle] ?? 0, this.#offsets[middle + 1] ?? 0];
      const order = this.#terms.compare(wanted, 0, wanted.length, start, end);
      if (order === 0) return this.#counts[middle] ?? 0;
      if (order < 0) low = middle + 1;
      else high = middle;
    }
    return 0;
  }
}

export function toStoredTermCounts(counts: ReadonlyMap<string, number>): StoredTermCounts {
  const entries = [...counts].map(([term, count]) => ({ bytes: Buffer.from(term), count }));
  entries.sort((a, b) => Buffer.compare(a.bytes, b.bytes));
  const offsets = new Uint32Array(entries.length + 1);
  entries.forEach(({ bytes }, at) => {
    offsets[at + 1] = (offsets[at] ?? 0) + bytes.length;
  });
  return {
    terms: Buffer.concat(entries.map(({ bytes }) => bytes)),
    offsets,
    counts: Uint32Array.from(entries, ({ count }) => count),
  };
}
