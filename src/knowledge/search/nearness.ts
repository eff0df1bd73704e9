/** Two neighbouring terms of a query, by their numbers, and what it says to find them together. */
export interface Pair {
  readonly left: number;
  readonly right: number;
  readonly rarity: number;
}

/** Where in a chunk a term of the query, or kin of it, stands. */
export interface Occurrence {
  readonly place: number;
  /** The number of the query's term. */
  readonly term: number;
}

/** How far apart terms may stand that count as a pair. */
const PAIR_DISTANCE = 4;
/** Terms that are read as one passage: from 7 to 15 rank alike. */
const PASSAGE = 15;

/** The neighbours in a query, each pair once; it says as much as the rarer of them. */
export function pairsOf(
  query: readonly string[],
  terms: readonly string[],
  rarities: readonly number[],
): readonly Pair[] {
  const numbers = new Map(terms.map((term, number) => [term, number]));
  const pairs = new Map<string, Pair>();
  for (let at = 1; at < query.length; at += 1) {
    const [before, after] = [query[at - 1] ?? '', query[at] ?? ''];
    const [left, right] = [numbers.get(before), numbers.get(after)];
    if (left === undefined || right === undefined || left === right) continue;
    pairs.set(`${left} ${right}`, { left, right, rarity: Math.min(rarities[left] ?? 0, rarities[right] ?? 0) });
  }
  return [...pairs.values()];
}

/** What the pairs say that stand together, the more the nearer. `places` are those of each term of the query. */
export function together(pairs: readonly Pair[], places: readonly (readonly number[] | undefined)[]): number {
  let sum = 0;
  for (const { left, right, rarity } of pairs) {
    const [first, second] = [places[left], places[right]];
    if (first === undefined || second === undefined) continue;
    const distance = nearest(first, second);
    if (distance <= PAIR_DISTANCE) sum += rarity / distance;
  }
  return sum;
}

/** The most that one passage says: the rarities of the query's different terms in it. The occurrences ascend. */
export function bestPassage(occurrences: readonly Occurrence[], rarities: readonly number[]): number {
  const inside = rarities.map(() => 0);
  let sum = 0;
  let best = 0;
  let first = 0;
  for (const { place, term } of occurrences) {
    if (inside[term] === 0) sum += rarities[term] ?? 0;
    inside[term] = (inside[term] ?? 0) + 1;
    for (let out = occurrences[first]; out !== undefined && out.place <= place - PASSAGE; out = occurrences[first]) {
      const left = (inside[out.term] ?? 0) - 1;
      inside[out.term] = left;
      if (left === 0) sum -= rarities[out.term] ?? 0;
      first += 1;
    }
    best = Math.max(best, sum);
  }
  return best;
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
