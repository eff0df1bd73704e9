/** What two signals say of a candidate. */
export interface Signals {
  /** Any scale; 0 where the list of words does not hold it. */
  readonly words: number;
  /** At most 1; undefined where the context has no such signal. */
  readonly meaning: number | undefined;
}

/**
 * One score for each candidate, from 0 to 1: the words' share of the best by words, and the meaning, by weight. A
 * candidate whose context has no signal of meaning is given what its words would make one expect, so that contexts
 * with and without stay comparable.
 */
export function fuse(candidates: readonly Signals[], weight: number): readonly number[] {
  const mostWords = candidates.reduce((most, { words }) => Math.max(most, words), 0);
  const mostMeaning = candidates.reduce((most, { meaning = 0 }) => Math.max(most, meaning), 0);
  return candidates.map(({ words, meaning }) => {
    const share = mostWords > 0 ? words / mostWords : 0;
    return (1 - weight) * share + weight * (meaning ?? share * mostMeaning);
  });
}

/**
 * What a list of nearest vectors says of its entries, from 1 for the first to 0 for the last. Models differ in how
 * near texts are that have nothing to do with each other; the end of the list shows it.
 */
export function toMeanings(cosines: readonly number[]): readonly number[] {
  const first = Math.max(...cosines);
  const last = Math.min(...cosines);
  return cosines.map((cosine) => (first > last ? (cosine - last) / (first - last) : 1));
}
