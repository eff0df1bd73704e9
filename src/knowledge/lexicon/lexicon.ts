import { fitLatentSpace } from '../latent/fit-latent-space.ts';
import type { StoredLatentSpace } from '../latent/latent-space.ts';
import { type StoredTermCounts, toStoredTermCounts } from './term-counts.ts';

/** What one version's words say of it all. */
export interface StoredLexicon {
  readonly counts: StoredTermCounts;
  /** Undefined for a context of too few chunks. */
  readonly space: StoredLatentSpace | undefined;
}

/** How the space of the version before stands to this one's chunks. */
export interface Fitting {
  readonly space: StoredLatentSpace | undefined;
  /** Chunks that there were when it was fitted. */
  readonly fitted: number;
  /** Chunks that came and went since. */
  readonly changed: number;
}

// New chunks have their place in an old space too, so what it loses is the new company that terms keep. Until then,
// curating one file costs no fit.
const MAX_CHANGED = 0.25;

export function mustFit({ space, fitted, changed }: Fitting): boolean {
  return space === undefined || changed > MAX_CHANGED * fitted;
}

/** @param texts terms of each chunk, separated by spaces; @param kept the space of the version before, where it does */
export function buildLexicon(texts: readonly string[], kept: StoredLatentSpace | undefined): StoredLexicon {
  return { counts: toStoredTermCounts(countChunks(texts)), space: kept ?? fitLatentSpace(texts) };
}

function countChunks(texts: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, { count: number; lastIn: number }>();
  texts.forEach((text, chunk) => {
    for (const term of text.split(' ')) {
      const known = counts.get(term);
      if (known === undefined) counts.set(term, { count: 1, lastIn: chunk });
      else if (known.lastIn !== chunk) {
        known.count += 1;
        known.lastIn = chunk;
      }
    }
  });
  return new Map([...counts].map(([term, { count }]) => [term, count]));
}
