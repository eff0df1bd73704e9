import type { RetrievalEnvelope, RetrievalMode, RetrievedArtifact, RetrievedChunk } from '../../knowql/query.ts';
import type { ArtifactHit } from '../ports/artifacts.ts';
import type { Hit } from '../ports/knowledge.ts';
import { NEIGHBOUR_WINDOW } from './neighbours.ts';
import type { RetrievalPlan } from './plan.ts';

export interface EnvelopeControls {
  readonly mode: RetrievalMode;
  /** Of each kind. */
  readonly maxRetrieved: number;
  /** Code points of an item's text; null for all of it. */
  readonly maxRetrievedChars: number | null;
}

/** What was retrieved, best first. */
export interface Retrieved {
  readonly hits: readonly Hit[];
  readonly artifacts: readonly ArtifactHit[];
}

/** The answer of a retrieval-only turn: what was retrieved, as the mode wants it. */
export function toEnvelope(
  retrieved: Retrieved,
  plan: RetrievalPlan,
  { mode, maxRetrieved, maxRetrievedChars }: EnvelopeControls,
): RetrievalEnvelope {
  const hits = mode === 'artifacts_only' ? [] : retrieved.hits.slice(0, maxRetrieved);
  const found = mode === 'chunks_only' ? [] : retrieved.artifacts.slice(0, maxRetrieved);
  const maxChars = mode === 'pointers_only' ? undefined : maxRetrievedChars;
  const worst = hits.findLast((hit) => !isNeighbour(hit))?.score ?? 0;
  const ranked = hits.map((hit) => (isNeighbour(hit) ? { ...hit, score: Math.min(hit.score, worst) } : hit));
  const chunks = ranked.map((hit, at) => toRetrievedChunk(hit, at + 1, maxChars));
  const artifacts = found.map((hit, at) => toRetrievedArtifact(hit, at + 1, maxChars));
  return {
    answeredBy: 'retrieval',
    mode,
    counts: { chunks: chunks.length, artifacts: artifacts.length },
    chunks,
    artifacts,
    retrieval: {
      queryVariants: plan.queryVariants,
      keywordQuery: plan.keywordQuery,
      matchedArtifacts: artifacts.map(({ name }) => name),
      entryLevel: chunks.length > 0 ? 'chunk' : artifacts.length > 0 ? 'artifact' : null,
      expandWindow: hits.some(isNeighbour) ? NEIGHBOUR_WINDOW : 0,
    },
  };
}

/** Null for all of the text, undefined for none. */
type MaxChars = number | null | undefined;

/** A chunk that no list found stands beside one that was found. */
const isNeighbour = ({ foundBy }: Hit): boolean => foundBy.length === 0;

function toRetrievedChunk({ chunk, score, foundBy }: Hit, rank: number, maxChars: MaxChars): RetrievedChunk {
  return {
    id: chunk.id,
    kind: 'chunk',
    context: chunk.contextSlug,
    source: chunk.sourcePath,
    ...(chunk.headingPath.length === 0 ? {} : { sectionPath: chunk.headingPath }),
    ...(chunk.pages.length === 0 ? {} : { pages: chunk.pages }),
    rank,
    score,
    ...cutText(chunk.text, maxChars),
    extensions: { found_by: foundBy },
  };
}

function toRetrievedArtifact({ artifact, score }: ArtifactHit, rank: number, maxChars: MaxChars): RetrievedArtifact {
  const { id, contextSlug, type, name, sources, text } = artifact;
  return { id, kind: 'artifact', context: contextSlug, type, name, sources, rank, score, ...cutText(text, maxChars) };
}

/** Cuts between code points, so that no character is halved. */
function cutText(text: string, maxChars: MaxChars): { text?: string; truncated?: true } {
  if (maxChars === undefined) return {};
  if (maxChars === null || text.length <= maxChars) return { text };
  const characters = Array.from(text);
  return characters.length <= maxChars ? { text } : { text: characters.slice(0, maxChars).join(''), truncated: true };
}
