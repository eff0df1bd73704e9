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
    const at = this.#firstFrom(wanted);
    return at < this.#counts.length && this.#order(wanted, at) === 0 ? (this.#counts[at] ?? 0) : 0;
  }

  /** The terms that begin so; undefined where they are more than so many. */
  tryStartingWith(beginning: string, most: number): ReadonlyMap<string, number> | undefined {
    const wanted = Buffer.from(beginning);
    const first = this.#firstFrom(wanted);
    if (this.#begins(wanted, first + most)) return undefined;
    const found = new Map<string, number>();
    for (let at = first; this.#begins(wanted, at); at += 1) {
      const term = this.#terms.toString('utf8', this.#offsets[at], this.#offsets[at + 1]);
      found.set(term, this.#counts[at] ?? 0);
    }
    return found;
  }

  /** Where the first term stands that is not before this one. */
  #firstFrom(wanted: Buffer): number {
    let low = 0;
    let high = this.#counts.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#order(wanted, middle) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #begins(wanted: Buffer, at: number): boolean {
    if (at >= this.#counts.length) return false;
    const [start, end] = [this.#offsets[at] ?? 0, this.#offsets[at + 1] ?? 0];
    return this.#terms.compare(wanted, 0, wanted.length, start, Math.min(end, start + wanted.length)) === 0;
  }

  /** Negative where the term at that place is before this one, 0 where it is the same. */
  #order(wanted: Buffer, at: number): number {
    return this.#terms.compare(wanted, 0, wanted.length, this.#offsets[at] ?? 0, this.#offsets[at + 1] ?? 0);
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
