import { builder } from '../builder.ts';
import { runDocument, toQueryDocument, withInputFieldNames } from '../run-query.ts';
import { KnowQLQuery } from './query.ts';
import { ThinkingLevel } from './thinking-level.ts';
import { Workflow } from './workflow.ts';

const RunQueryInput = builder.inputType('RunQueryInput', {
  description:
    'A question and how to answer it: the fields of a Query Document. Give `scope` to begin a session, or `sessionId` ' +
    'or `previousQueryId` to go on with one.',
  fields: (t) => ({
    ask: t.string({
      required: true,
      description: "The question or instruction, in natural language: `What are Acme's payment terms?`",
    }),
    scope: t.stringList({
      description:
        'Contexts to look into, 1 to 10 slugs or ids: `["contracts"]`. Pinned by the first turn of a session.',
    }),
    sessionId: t.id({ description: 'Go on with this session: `ses_…`.' }),
    previousQueryId: t.id({ description: 'Go on from this turn, also when later ones exist: `qry_…`.' }),
    workflow: t.field({ type: Workflow, description: 'How to work. Default: SEARCH.' }),
    systemPrompt: t.string({ description: 'Who the answerer is and how it writes. Pinned by the first turn.' }),
    guardrails: t.string({ description: 'What answers must never do. Pinned by the first turn.' }),
    vars: t.field({ type: 'JSON', description: 'Values for the system prompt, an object. Pinned by the first turn.' }),
    shape: t.field({
      type: 'JSON',
      description:
        'JSON Schema (2020-12 or draft-07, an object at its root) that the answer must validate against. It arrives ' +
        'in `outputJson`.',
    }),
    model: t.string({ description: 'Model by catalogue id or tier: `local/extractive`, `standard`. See `models`.' }),
    models: t.stringList({ description: 'Models in the order to try them; wins over `model`.' }),
    tools: t.stringList({ description: 'Tools that the turn may use; all of them by default.' }),
    stream: t.boolean({ description: 'Return at once, `IN_PROGRESS`; follow the turn with `queryEvents`.' }),
    background: t.boolean({ description: 'Return at once, `IN_PROGRESS`; fetch the turn later with `query`.' }),
    timeoutSeconds: t.int({ description: 'Fail the turn after this many seconds: 1 to 900, the default.' }),
    maxSteps: t.field({ type: 'SafeInt', description: 'Most steps that the turn may take, from 1.' }),
    thinkingLevel: t.field({ type: ThinkingLevel, description: 'How much the model thinks before it answers.' }),
    compose: t.boolean({ description: 'False gives the retrieved material instead of an answer composed from it.' }),
    retrievalOnly: t.boolean({ description: 'Answer with the retrieved passages and artifacts, in `retrieval`.' }),
    pointersOnly: t.boolean({ description: 'The same without their text.' }),
    chunksOnly: t.boolean({ description: 'Answer with the retrieved passages alone.' }),
    artifactsOnly: t.boolean({ description: 'Answer with the retrieved artifacts alone.' }),
    maxRetrieved: t.field({ type: 'SafeInt', description: 'Most items in `retrieval`, of each kind, from 1.' }),
    maxRetrievedChars: t.field({ type: 'SafeInt', description: "Characters to keep of each item's text, from 1." }),
    comparisonGroup: t.string({
      description: 'Up to three turns of the same name list each other in `comparison`; 1 to 128 characters.',
    }),
    extensions: t.field({
      type: 'JSON',
      description: 'Members that KnowQL does not define, an object by their JSON names. Kept with the turn, unused.',
    }),
    idempotencyKey: t.string({
      description: 'Sent again with the same question, gives the same turn and starts no other: `"order-42-summary"`.',
    }),
  }),
});

builder.mutationField('runQuery', (t) =>
  t.field({
    type: KnowQLQuery,
    description:
      'Asks a question. Waits for the answer unless `stream` or `background` is true. A question that cannot be asked ' +
      'is an error and creates nothing; a turn that fails later is data, with `status: FAILED`.',
    args: { input: t.arg({ type: RunQueryInput, required: true, description: 'The question and how to answer it.' }) },
    resolve: async (_root, { input: { idempotencyKey, ...request } }, context) => {
      try {
        return await runDocument(toQueryDocument(request), idempotencyKey ?? undefined, context);
      } catch (error) {
        throw withInputFieldNames(error);
      }
    },
  }),
);

builder.mutationField('runQueryDocument', (t) =>
  t.field({
    type: KnowQLQuery,
    description: 'Asks a question in the canonical JSON form, `snake_case`, as the JSON binding takes it.',
    args: {
      document: t.arg({
        type: 'JSON',
        required: true,
        description: 'A Query Document: `{ "ask": "…", "scope": ["contracts"] }`.',
      }),
      idempotencyKey: t.arg.string({ description: 'Sent again with the same document, gives the same turn.' }),
    },
    resolve: (_root, { document, idempotencyKey }, context) =>
      runDocument(document ?? null, idempotencyKey ?? undefined, context),
  }),
);

/** What `RunQueryInput` holds of the request itself. */
export type RunQueryInputShape = Omit<typeof RunQueryInput.$inferInput, 'idempotencyKey'>;
