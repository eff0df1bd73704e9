import type { CorpusStatistics } from './corpus.ts';
import { inverseFrequency } from './corpus.ts';

/** The terms of a chunk: those of its title, path and headings, then its own. */
export interface ChunkTerms {
  readonly terms: readonly string[];
  readonly headTerms: number;
}

/** BM25's saturation and length normalisation, and what the signals beside it are worth. */
export const WEIGHTS = {
  k1: 1.5,
  b: 0.75,
  /** A term above the chunk beside one in it. */
  head: 2,
  /** Two neighbouring terms of the query that are neighbours in the chunk, beside the rarer of them alone. */
  pair: 0.5,
  /** How far apart they may stand. */
  pairDistance: 4,
} as const;

type Weights = { readonly [K in keyof typeof WEIGHTS]: number };

/**
 * How well a chunk answers a query: BM25 over the whole scope's frequencies, with more for terms in title and headings,
 * and for terms that stand near each other as they do in the query. Pure; 0 without a common term.
 */
export function scoreChunk(
  query: readonly string[],
  chunk: ChunkTerms,
  corpus: CorpusStatistics,
  weights: Weights = WEIGHTS,
): number {
  const wanted = weigh(query, corpus);
  const places = placesOf(chunk, wanted);
  const length = weights.k1 * (1 - weights.b + (weights.b * chunk.terms.length) / Math.max(1, corpus.meanTerms));

  let score = 0;
  for (const [term, { rarity, times }] of wanted) {
    const found = places.get(term);
    if (found === undefined) continue;
    const inHead = found.filter((place) => place < chunk.headTerms).length;
    const frequency = found.length - inHead + weights.head * inHead;
    score += (times * rarity * frequency * (weights.k1 + 1)) / (frequency + length);
  }
  return score + weights.pair * pairs(query, places, wanted, weights);
}

interface Wanted {
  readonly rarity: number;
  readonly times: number;
}

function weigh(query: readonly string[], corpus: CorpusStatistics): ReadonlyMap<string, Wanted> {
  const wanted = new Map<string, Wanted>();
  for (const term of query) {
    const known = wanted.get(term);
    wanted.set(term, {
      rarity: known?.rarity ?? inverseFrequency(corpus, term),
      times: (known?.times ?? 0) + 1,
    });
  }
  return wanted;
}

function placesOf(chunk: ChunkTerms, wanted: ReadonlyMap<string, Wanted>): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>();
  chunk.terms.forEach((term, place) => {
    if (!wanted.has(term)) return;
    const known = places.get(term);
    if (known === undefined) places.set(term, [place]);
    else known.push(place);
  });
  return places;
}

/** Each pair of neighbours in the query counts once, by how near its closest occurrence is. */
function pairs(
  query: readonly string[],
  places: ReadonlyMap<string, readonly number[]>,
  wanted: ReadonlyMap<string, Wanted>,
  weights: Weights,
): number {
  const seen = new Set<string>();
  let sum = 0;
  for (let at = 1; at < query.length; at += 1) {
    const [left, right] = [query[at - 1] ?? '', query[at] ?? ''];
    if (left === right || seen.has(`${left} ${right}`)) continue;
    seen.add(`${left} ${right}`);
    const distance = nearest(places.get(left) ?? [], places.get(right) ?? []);
    if (distance > weights.pairDistance) continue;
    sum += Math.min(wanted.get(left)?.rarity ?? 0, wanted.get(right)?.rarity ?? 0) / distance;
  }
  return sum;
}

/** The least distance from a place of the first to a later one of the second. Both ascend. */
function nearest(first: readonly number[], second: readonly number[]): number {
  let best = Number.POSITIVE_INFINITY;
  let at = 0;
  for (const place of first) {
    while (at < second.length && (second[at] ?? 0) <= place) at += 1;
    const next = second[at];
    if (next === undefined) break;
    best = Math.min(best, next - place);
  }
  return best;
}
