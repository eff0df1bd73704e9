import type {
  RetrievalCounts as RetrievalCountsShape,
  RetrievalDetails as RetrievalDetailsShape,
  RetrievalEnvelope as RetrievalEnvelopeShape,
  RetrievedArtifact as RetrievedArtifactShape,
  RetrievedChunk as RetrievedChunkShape,
} from '../../knowql/query.ts';
import { builder } from '../builder.ts';
import { EXTENSIONS, PART_ID, type Part } from './part.ts';

const RetrievalMode = builder.enumType('RetrievalMode', {
  description: 'Which control made a turn answer with the retrieved material itself.',
  values: {
    RETRIEVAL_ONLY: { value: 'retrieval_only', description: 'Passages and artifacts, with their text.' },
    POINTERS_ONLY: { value: 'pointers_only', description: 'Both, without text.' },
    CHUNKS_ONLY: { value: 'chunks_only', description: 'Passages alone.' },
    ARTIFACTS_ONLY: { value: 'artifacts_only', description: 'Artifacts alone.' },
  } as const,
});

const RetrievedChunk = builder.objectRef<RetrievedChunkShape>('RetrievedChunk').implement({
  description: 'A retrieved passage.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id of the passage: `chk_…`.' }),
    kind: t.exposeString('kind', { description: 'Always `chunk`.' }),
    context: t.exposeString('context', { description: 'Slug of its context.' }),
    source: t.exposeString('source', { description: 'Path of its source in that context.' }),
    sectionPath: t.exposeStringList('sectionPath', {
      nullable: true,
      description: 'Headings above it, outermost first.',
    }),
    pages: t.exposeIntList('pages', { nullable: true, description: 'Its pages, from 1.' }),
    rank: t.expose('rank', { type: 'SafeInt', description: 'Place in the result, from 1, best first.' }),
    score: t.exposeFloat('score', { description: 'Comparable within this turn; higher is better.' }),
    text: t.exposeString('text', { nullable: true, description: 'Word for word; null with `pointersOnly`.' }),
    truncated: t.exposeBoolean('truncated', {
      nullable: true,
      description: 'Whether `maxRetrievedChars` cut the text.',
    }),
    extensions: t.expose('extensions', { type: 'JSON', nullable: true, description: EXTENSIONS }),
  }),
});

const RetrievedArtifact = builder.objectRef<RetrievedArtifactShape>('RetrievedArtifact').implement({
  description: 'A retrieved artifact.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id of the artifact: `art_…`.' }),
    kind: t.exposeString('kind', { description: 'Always `artifact`.' }),
    context: t.exposeString('context', { description: 'Slug of its context.' }),
    type: t.exposeString('type', {
      description: 'Type of artifact: `doc`, `glossary`, `table`, `summary`, `topic`, `entity` or `event`.',
    }),
    name: t.exposeString('name', { description: 'Its name.' }),
    sources: t.exposeStringList('sources', { nullable: true, description: 'Paths of what it was made from.' }),
    rank: t.expose('rank', { type: 'SafeInt', description: 'Place in the result, from 1, best first.' }),
    score: t.exposeFloat('score', { description: 'Comparable within this turn; higher is better.' }),
    text: t.exposeString('text', { nullable: true, description: 'Its text; null with `pointersOnly`.' }),
    truncated: t.exposeBoolean('truncated', {
      nullable: true,
      description: 'Whether `maxRetrievedChars` cut the text.',
    }),
    extensions: t.expose('extensions', { type: 'JSON', nullable: true, description: EXTENSIONS }),
  }),
});

const RetrievalDetails = builder.objectRef<RetrievalDetailsShape>('RetrievalDetails').implement({
  description: 'How the retrieval was done.',
  fields: (t) => ({
    queryVariants: t.exposeStringList('queryVariants', { description: 'The wordings that were searched for.' }),
    keywordQuery: t.exposeString('keywordQuery', { nullable: true, description: 'The terms of the keyword search.' }),
    matchedArtifacts: t.exposeStringList('matchedArtifacts', { description: 'Names of the artifacts that matched.' }),
    entryLevel: t.exposeString('entryLevel', {
      nullable: true,
      description: 'What the best of it is: `chunk`, `artifact`; null when there is nothing.',
    }),
    expandWindow: t.expose('expandWindow', {
      type: 'SafeInt',
      description: 'Neighbours taken in on each side of a hit.',
    }),
    extensions: t.expose('extensions', { type: 'JSON', nullable: true, description: EXTENSIONS }),
  }),
});

const RetrievalCounts = builder.objectRef<RetrievalCountsShape>('RetrievalCounts').implement({
  description: 'How many items a retrieval gave.',
  fields: (t) => ({
    chunks: t.expose('chunks', { type: 'SafeInt', description: 'Passages.' }),
    artifacts: t.expose('artifacts', { type: 'SafeInt', description: 'Artifacts.' }),
    extensions: t.expose('extensions', { type: 'JSON', nullable: true, description: EXTENSIONS }),
  }),
});

export const RetrievalEnvelope = builder.objectRef<Part<RetrievalEnvelopeShape>>('RetrievalEnvelope').implement({
  description: 'The answer of a turn that skipped composition: what was retrieved, best first.',
  fields: (t) => ({
    id: t.exposeID('id', { description: PART_ID }),
    answeredBy: t.exposeString('answeredBy', { description: 'Always `retrieval`.' }),
    mode: t.expose('mode', { type: RetrievalMode, description: 'The control that decided.' }),
    counts: t.expose('counts', { type: RetrievalCounts, description: 'How many items there are.' }),
    chunks: t.expose('chunks', { type: [RetrievedChunk], description: 'The passages, best first.' }),
    artifacts: t.expose('artifacts', { type: [RetrievedArtifact], description: 'The artifacts, best first.' }),
    retrieval: t.expose('retrieval', { type: RetrievalDetails, description: 'How they were found.' }),
    extensions: t.expose('extensions', { type: 'JSON', nullable: true, description: EXTENSIONS }),
  }),
});
