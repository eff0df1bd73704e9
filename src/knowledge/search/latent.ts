import { dot, type LatentSpace, toUnitLength } from '../latent/latent-space.ts';
import { fuse } from './fuse.ts';

/**
 * Chosen on cranfield, claude-docs and the German and Chinese questions of xquad; what scifact, chunking-eval and the
 * other languages then gained stands in `docs/decisions`.
 */
export const LATENT = {
  /** How much the place of a chunk counts beside its words. */
  weight: 0.3,
  /** How many of the best candidates the query is moved towards: what they share, it probably means. */
  feedback: 5,
  /** How far: as much as it says itself. */
  pull: 1,
} as const;

export interface PlacedCandidate {
  readonly terms: readonly string[];
  readonly words: number;
  /** Of the candidate's context; undefined where it has none. */
  readonly space: LatentSpace | undefined;
  /** The query's terms as that context sees them. */
  readonly query: readonly string[];
}

/** Cosines of the angles between query and candidates, each in its context's space; undefined where there is none. */
export function latentMeanings(candidates: readonly PlacedCandidate[]): readonly (number | undefined)[] {
  const places = candidates.map(({ space, terms }) => space?.place(terms));
  const queries = new Map<LatentSpace, Float32Array>();
  for (const { space, query } of candidates) {
    if (space !== undefined && !queries.has(space)) queries.set(space, space.place(query));
  }
  const near = () =>
    candidates.map(({ space }, at) => {
      const [place, query] = [places[at], space && queries.get(space)];
      return place && query && Math.max(0, dot(place, query));
    });

  const meanings = near();
  const scores = fuse(
    candidates.map(({ words }, at) => ({ words, meaning: meanings[at] })),
    LATENT.weight,
  );
  for (const [space, query] of queries) {
    const best = scores
      .map((score, at) => ({ score, at }))
      .filter(({ at }) => candidates[at]?.space === space)
      .toSorted((a, b) => b.score - a.score)
      .slice(0, LATENT.feedback);
    queries.set(
      space,
      moved(
        query,
        best.map(({ score, at }) => ({ score, place: places[at] })),
      ),
    );
  }
  return near();
}

function moved(
  query: Float32Array,
  best: readonly { readonly score: number; readonly place: Float32Array | undefined }[],
): Float32Array {
  const centre = new Float32Array(query.length);
  for (const { score, place } of best) {
    for (let at = 0; at < centre.length; at += 1) centre[at] = (centre[at] ?? 0) + score * (place?.[at] ?? 0);
  }
  toUnitLength(centre);
  return toUnitLength(query.map((value, at) => value + LATENT.pull * (centre[at] ?? 0)));
}
