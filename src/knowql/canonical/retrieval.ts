import type {
  RetrievalCounts,
  RetrievalDetails,
  RetrievalEnvelope,
  RetrievedArtifact,
  RetrievedChunk,
} from '../query.ts';
import { documentForm } from './document.ts';
import { boolean, count, integer, list, nullable, number, oneOf, optional, string } from './form.ts';

export const retrievedChunkForm = documentForm<RetrievedChunk>({
  id: string(),
  kind: oneOf('chunk'),
  context: string(),
  source: string(),
  sectionPath: optional(list(string())),
  pages: optional(list(integer(1))),
  rank: integer(1),
  score: number(),
  text: optional(string()),
  truncated: optional(boolean),
});

export const retrievedArtifactForm = documentForm<RetrievedArtifact>({
  id: string(),
  kind: oneOf('artifact'),
  context: string(),
  type: string(),
  name: string(),
  sources: optional(list(string())),
  rank: integer(1),
  score: number(),
  text: optional(string()),
  truncated: optional(boolean),
});

export const retrievalCountsForm = documentForm<RetrievalCounts>({ chunks: count, artifacts: count });

export const retrievalDetailsForm = documentForm<RetrievalDetails>({
  queryVariants: list(string()),
  keywordQuery: nullable(string()),
  matchedArtifacts: list(string()),
  entryLevel: nullable(string()),
  expandWindow: count,
});

export const retrievalEnvelopeForm = documentForm<RetrievalEnvelope>({
  answeredBy: oneOf('retrieval'),
  mode: oneOf('retrieval_only', 'pointers_only', 'chunks_only', 'artifacts_only'),
  counts: retrievalCountsForm,
  chunks: list(retrievedChunkForm),
  artifacts: list(retrievedArtifactForm),
  retrieval: retrievalDetailsForm,
});
