import { isLanguage } from '../analysis/languages.ts';
import type { QueryTerms } from '../analysis/query-terms.ts';
import type { CorpusStatistics } from './corpus.ts';
import { inverseFrequency } from './corpus.ts';
import { bestPassage, type Occurrence, pairsOf, together } from './nearness.ts';

/** The terms of a chunk: those of its title, path and headings, then its own. */
export interface ChunkTerms {
  readonly terms: readonly string[];
  readonly headTerms: number;
}

/** BM25's saturation and length normalisation, and what the signals beside it are worth. */
const WEIGHTS = {
  k1: 1.5,
  b: 0.75,
  /** A term above the chunk beside one in it. */
  head: 2,
  /** Kin of a term beside the term itself. */
  kin: 0.3,
  /** Two neighbouring terms of the query that are neighbours in the chunk, beside the rarer of them alone. */
  pair: 0.5,
  /** The terms that one passage has, beside the same terms anywhere in the chunk. */
  passage: 0.2,
} as const;

export type Scorer = (chunk: ChunkTerms) => number;

/** The scorer for chunks of each language: by the query's terms in that language, else by those in all. */
export function scorersOf({ byLanguage, all }: QueryTerms, corpus: CorpusStatistics): (language: string) => Scorer {
  const scorers = new Map([...byLanguage].map(([language, terms]) => [language, scorerOf(terms, corpus)]));
  const other = scorerOf(all, corpus);
  return (language) => (isLanguage(language) ? scorers.get(language) : undefined) ?? other;
}

/**
 * How well chunks answer a query: BM25 over the whole scope's frequencies, with more for terms in title and headings,
 * something for kin of the query's terms, and more for terms that stand near each other, most so in the query's order.
 * Pure; 0 without a common term or kin of one.
 */
export function scorerOf(query: readonly string[], corpus: CorpusStatistics): Scorer {
  const terms = [...new Set(query)];
  const times = terms.map((term) => query.reduce((count, other) => count + (other === term ? 1 : 0), 0));
  const rarities = terms.map((term) => inverseFrequency(corpus, term));
  const sought = seek(terms, rarities, corpus);
  const pairs = pairsOf(query, terms, rarities);
  return (chunk) => {
    const found = find(chunk, sought, terms.length);
    if (found.occurrences.length === 0) return 0;
    const { k1, b } = WEIGHTS;
    const length = k1 * (1 - b + (b * chunk.terms.length) / Math.max(1, corpus.meanTerms));
    const saturated = (frequency: number) => ((k1 + 1) * frequency) / (frequency + length);
    let score = 0;
    for (let term = 0; term < terms.length; term += 1) {
      const own = saturated(found.frequencies[term] ?? 0);
      score += (times[term] ?? 0) * (rarities[term] ?? 0) * own;
      const kin = found.kin[term];
      if (kin === undefined) continue;
      const more = saturated((found.frequencies[term] ?? 0) + WEIGHTS.kin * kin.frequency) - own;
      score += (times[term] ?? 0) * kin.rarity * more;
    }
    const inText = found.occurrences.filter(({ place }) => place >= chunk.headTerms);
    return score + WEIGHTS.pair * together(pairs, found.places) + WEIGHTS.passage * bestPassage(inText, rarities);
  };
}

/** What a chunk is looked through for: a term of the query, or kin of one. */
interface Sought {
  /** The number of the query's term. */
  readonly term: number;
  readonly isKin: boolean;
  readonly rarity: number;
}

/** Kin says no more than the query's own term does. */
function seek(
  terms: readonly string[],
  rarities: readonly number[],
  corpus: CorpusStatistics,
): ReadonlyMap<string, Sought> {
  const sought = new Map(terms.map((term, at) => [term, { term: at, isKin: false, rarity: rarities[at] ?? 0 }]));
  terms.forEach((term, at) => {
    for (const kin of corpus.kin?.get(term) ?? []) {
      if (sought.has(kin)) continue;
      const rarity = Math.min(rarities[at] ?? 0, inverseFrequency(corpus, kin));
      sought.set(kin, { term: at, isKin: true, rarity });
    }
  });
  return sought;
}

/** What a chunk has of a query: of each of its terms, by number, and all in the order of the chunk. */
interface Found {
  readonly places: readonly (readonly number[] | undefined)[];
  /** With what a place in title and headings is worth. */
  readonly frequencies: readonly number[];
  readonly kin: readonly ({ readonly frequency: number; readonly rarity: number } | undefined)[];
  readonly occurrences: readonly Occurrence[];
}

function find({ terms, headTerms }: ChunkTerms, sought: ReadonlyMap<string, Sought>, different: number): Found {
  const places: number[][] = [];
  const frequencies = Array.from({ length: different }, () => 0);
  const kin: { frequency: number; rarity: number }[] = [];
  const occurrences: Occurrence[] = [];
  for (let place = 0; place < terms.length; place += 1) {
    const match = sought.get(terms[place] ?? '');
    if (match === undefined) continue;
    const { term, isKin, rarity } = match;
    const weight = place < headTerms ? WEIGHTS.head : 1;
    occurrences.push({ place, term });
    if (isKin) {
      const known = kin[term];
      kin[term] = { frequency: (known?.frequency ?? 0) + weight, rarity: Math.max(known?.rarity ?? 0, rarity) };
      continue;
    }
    frequencies[term] = (frequencies[term] ?? 0) + weight;
    const known = places[term];
    if (known === undefined) places[term] = [place];
    else known.push(place);
  }
  return { places, frequencies, kin, occurrences };
}
