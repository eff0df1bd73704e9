/** A scored candidate, with what the selection looks at. */
export interface Candidate {
  readonly score: number;
  readonly contextSlug: string;
  readonly sourcePath: string;
  readonly ordinal: number;
  readonly terms: readonly string[];
}

/** Texts that share this much of their terms say the same. */
const DUPLICATE = 0.92;
/** A context is heard when its best candidate is worth this part of the best of all. */
const HEARD = 0.6;

/**
 * The best candidates, best first: of those that say the same only the best, and of each context that has something
 * comparable to say at least one. Equal scores are ordered by place, so that the same search gives the same order.
 */
export function select<C extends Candidate>(candidates: readonly C[], limit: number): readonly C[] {
  const ordered = candidates.filter(({ score }) => score > 0).toSorted(byScore);
  const chosen: C[] = [];
  const bags: ReadonlySet<string>[] = [];
  const spare: C[] = [];
  for (const candidate of ordered) {
    // Beyond the limit only a context that has no hit yet can still get one.
    if (chosen.length >= limit) {
      spare.push(candidate);
      continue;
    }
    const bag = new Set(candidate.terms);
    if (bags.some((other) => isDuplicate(bag, other))) continue;
    chosen.push(candidate);
    bags.push(bag);
  }
  return limit < 2 ? chosen : heard(chosen, spare);
}

/** Gives the last places to contexts that would have none, worst first, as long as each keeps one of its own. */
function heard<C extends Candidate>(chosen: readonly C[], spare: readonly C[]): readonly C[] {
  const result = [...chosen];
  const top = result[0]?.score ?? 0;
  const present = new Set(result.map(({ contextSlug }) => contextSlug));
  for (const candidate of spare) {
    if (candidate.score < HEARD * top) break;
    if (present.has(candidate.contextSlug)) continue;
    const out = result.findLastIndex(
      (hit) => result.filter((other) => other.contextSlug === hit.contextSlug).length > 1,
    );
    if (out <= 0) break;
    result.splice(out, 1);
    result.push(candidate);
    present.add(candidate.contextSlug);
  }
  return result.toSorted(byScore);
}

function byScore(a: Candidate, b: Candidate): number {
  return (
    b.score - a.score ||
    compare(a.contextSlug, b.contextSlug) ||
    compare(a.sourcePath, b.sourcePath) ||
    a.ordinal - b.ordinal
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function isDuplicate(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const [small, large] = a.size < b.size ? [a, b] : [b, a];
  if (small.size < DUPLICATE * large.size) return false;
  let shared = 0;
  for (const term of small) if (large.has(term)) shared += 1;
  return shared >= DUPLICATE * (small.size + large.size - shared);
}
