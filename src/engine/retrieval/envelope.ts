import type { RetrievalEnvelope, RetrievalMode, RetrievedChunk } from '../../knowql/query.ts';
import type { Hit } from '../ports.ts';
import type { RetrievalPlan } from './plan.ts';

export interface EnvelopeControls {
  readonly mode: RetrievalMode;
  readonly maxRetrieved: number;
  /** Code points of an item's text; null for all of it. */
  readonly maxRetrievedChars: number | null;
}

/** The answer of a retrieval-only turn: what was retrieved, as the mode wants it. No artifacts are compiled so far. */
export function toEnvelope(
  hits: readonly Hit[],
  plan: RetrievalPlan,
  { mode, maxRetrieved, maxRetrievedChars }: EnvelopeControls,
): RetrievalEnvelope {
  const items = mode === 'artifacts_only' ? [] : hits.slice(0, maxRetrieved);
  const chunks = items.map((hit, at) => toRetrievedChunk(hit, at + 1, mode, maxRetrievedChars));
  return {
    answeredBy: 'retrieval',
    mode,
    counts: { chunks: chunks.length, artifacts: 0 },
    chunks,
    artifacts: [],
    retrieval: {
      queryVariants: plan.queryVariants,
      keywordQuery: plan.keywordQuery,
      matchedArtifacts: [],
      entryLevel: chunks.length === 0 ? null : 'chunk',
      expandWindow: 0,
    },
  };
}

function toRetrievedChunk(
  { chunk, score }: Hit,
  rank: number,
  mode: RetrievalMode,
  maxChars: number | null,
): RetrievedChunk {
  return {
    id: chunk.id,
    kind: 'chunk',
    context: chunk.contextSlug,
    source: chunk.sourcePath,
    ...(chunk.headingPath.length === 0 ? {} : { sectionPath: chunk.headingPath }),
    ...(chunk.pages.length === 0 ? {} : { pages: chunk.pages }),
    rank,
    score,
    ...(mode === 'pointers_only' ? {} : cutText(chunk.text, maxChars)),
  };
}

/** Cuts between code points, so that no character is halved. */
function cutText(text: string, maxChars: number | null): { text: string; truncated?: true } {
  if (maxChars === null || text.length <= maxChars) return { text };
  const characters = Array.from(text);
  return characters.length <= maxChars ? { text } : { text: characters.slice(0, maxChars).join(''), truncated: true };
}
