import type { Hit, KnowledgeSnapshot } from '../ports/knowledge.ts';
import { contentWords } from './words.ts';

/** Hits that are looked through for the words of the ask. */
const COVERAGE_HITS = 8;
/** What a hit of a later round can be worth beside the best one of the first. */
const LATER_ROUND_WEIGHT = 0.5;

/**
 * The words of the ask that no good hit speaks of although the scope has them: what another search should look for.
 * Null when nothing is missing.
 */
export async function missingWords(
  ask: string,
  hits: readonly Hit[],
  knowledge: KnowledgeSnapshot,
  signal: AbortSignal,
): Promise<string | null> {
  const covered = new Set(
    hits
      .slice(0, COVERAGE_HITS)
      .flatMap(({ chunk }) => knowledge.terms(`${chunk.headingPath.join(' ')}\n${chunk.text}`)),
  );
  const missing = contentWords(ask, knowledge).filter((word) =>
    knowledge.terms(word).some((term) => !covered.has(term)),
  );
  if (missing.length === 0) return null;
  const { counts } = await knowledge.documentFrequency(
    [...new Set(missing.flatMap((word) => knowledge.terms(word)))],
    signal,
  );
  const known = missing.filter((word) =>
    knowledge.terms(word).some((term) => !covered.has(term) && (counts.get(term) ?? 0) > 0),
  );
  return known.length === 0 ? null : [...new Set(known)].join(' ');
}

/**
 * Adds the hits of a later round to those of the first. Scores of two searches are not comparable, so a later
 * round's are scaled below the first one's best and a chunk that both found keeps its better place.
 */
export function mergeRounds(first: readonly Hit[], later: readonly Hit[], weight = LATER_ROUND_WEIGHT): readonly Hit[] {
  const best = first[0]?.score ?? 1;
  const laterBest = later[0]?.score ?? 1;
  const known = new Set(first.map(({ chunk }) => chunk.id));
  const added = later
    .filter(({ chunk }) => !known.has(chunk.id))
    .map((hit) => ({ ...hit, score: laterBest > 0 ? (hit.score / laterBest) * best * weight : 0 }));
  return [...first, ...added].toSorted((one, other) => other.score - one.score);
}
