import type { CorpusStatistics } from './corpus.ts';

export interface TermList {
  /** The terms that begin so, each with the number of chunks that have it; none where they are more than `most`. */
  termsStartingWith(beginning: string, most: number): ReadonlyMap<string, number>;
}

/** What kin have in common from the start, as a part of the longer one. From 0.6 to 0.75 rankings are as good. */
const SHARED = 0.7;
/** Shorter beginnings are shared by chance. */
const MIN_LETTERS = 4;
/** A beginning that more terms share is a series of names; of 57,000 terms of prose, 231 share the commonest. */
const MOST_SHARING = 2_000;

/** Whether two terms look like forms of one word, or a word and its compound, that no stemmer brought together. */
export function areKin(term: string, other: string): boolean {
  const least = sharedBy(Math.max(term.length, other.length));
  return term !== other && term.length >= least && other.length >= least && other.startsWith(term.slice(0, least));
}

/** The statistics with the kin that the terms have in the scope, and in how many chunks those occur. */
export function withKin(
  corpus: CorpusStatistics,
  terms: readonly string[],
  lists: readonly TermList[],
): CorpusStatistics {
  const counts = new Map(corpus.counts);
  const kin = new Map<string, readonly string[]>();
  for (const term of terms) {
    const found = kinOf(term, lists);
    if (found.size > 0) kin.set(term, [...found.keys()]);
    for (const [other, count] of found) if (!corpus.counts.has(other)) counts.set(other, count);
  }
  return { ...corpus, counts, kin };
}

/** Numbers and codes have none: the next one is another thing. */
function kinOf(term: string, lists: readonly TermList[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  if (term.length < MIN_LETTERS || /\p{N}/u.test(term)) return counts;
  const beginning = term.slice(0, sharedBy(term.length));
  for (const list of lists) {
    for (const [other, count] of list.termsStartingWith(beginning, MOST_SHARING)) {
      if (areKin(term, other)) counts.set(other, (counts.get(other) ?? 0) + count);
    }
  }
  return counts;
}

function sharedBy(length: number): number {
  return Math.max(MIN_LETTERS, Math.ceil(SHARED * length));
}
