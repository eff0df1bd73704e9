import type { ThinkingLevel } from '../../knowql/query.ts';
import type { Chunk, Hit } from '../ports/knowledge.ts';

export interface PackBudget {
  readonly passages: number;
  /** Characters of all passages together; the first passage is taken whatever its length. */
  readonly chars: number;
}

/** How much a model gets to read: more at a higher thinking level. */
export const PACK_BUDGET: Readonly<Record<ThinkingLevel, PackBudget>> = {
  minimal: { passages: 4, chars: 8_000 },
  low: { passages: 8, chars: 16_000 },
  medium: { passages: 12, chars: 32_000 },
  high: { passages: 20, chars: 64_000 },
};

/**
 * The hits a model reads, best first: without repetitions, with the best hit of every context that has one, and
 * within the budget.
 */
export function packHits(hits: readonly Hit[], budget: PackBudget): readonly Hit[] {
  const distinct = withoutOverlaps(hits);
  const bestOfContext = new Set<Hit>();
  const contexts = new Set<string>();
  for (const hit of distinct) {
    if (contexts.has(hit.chunk.contextSlug)) continue;
    contexts.add(hit.chunk.contextSlug);
    bestOfContext.add(hit);
  }
  const chosen = new Set<Hit>();
  let chars = 0;
  for (const hit of [...bestOfContext, ...distinct]) {
    if (chosen.has(hit)) continue;
    if (chosen.size === budget.passages) break;
    if (chosen.size > 0 && chars + hit.chunk.text.length > budget.chars) continue;
    chosen.add(hit);
    chars += hit.chunk.text.length;
  }
  return distinct.filter((hit) => chosen.has(hit));
}

/** Drops a hit whose characters are mostly those of a better one, as overlapping windows give. */
function withoutOverlaps(hits: readonly Hit[]): readonly Hit[] {
  const kept: Hit[] = [];
  for (const hit of hits) {
    if (!kept.some((better) => sharedChars(better.chunk, hit.chunk) > 0.7 * hit.chunk.text.length)) kept.push(hit);
  }
  return kept;
}

function sharedChars(one: Chunk, other: Chunk): number {
  if (one.contextSlug !== other.contextSlug || one.sourcePath !== other.sourcePath) return 0;
  return Math.max(0, Math.min(one.end, other.end) - Math.max(one.start, other.start));
}
