/** What a search knows of everything it could have found. */
export interface CorpusStatistics {
  readonly chunks: number;
  /** Mean number of terms of a chunk. */
  readonly meanTerms: number;
  /** In how many chunks each of the query's terms occurs, and each of their kin. */
  readonly counts: ReadonlyMap<string, number>;
  /** What else a term may stand as. */
  readonly kin?: ReadonlyMap<string, readonly string[]>;
}

/** How much the presence of a term says: the rarer, the more; never less than nothing. */
export function inverseFrequency({ chunks, counts }: CorpusStatistics, term: string): number {
  const count = Math.min(counts.get(term) ?? 0, chunks);
  return Math.log(1 + (chunks - count + 0.5) / (count + 0.5));
}
