import { outputText } from '../../engine/fold.ts';
import { fromCanonical, toCanonical } from '../../knowql/canonical.ts';
import type { Query, ThinkingLevel as ThinkingLevelName } from '../../knowql/query.ts';
import { isJsonObject } from '../../lib/json.ts';
import { builder } from '../builder.ts';
import { readTurns } from '../turn-loader.ts';
import { Citation } from './citation.ts';
import { InputMessage, OutputItem } from './message.ts';
import { EXTENSIONS, partOf } from './part.ts';
import { RetrievalEnvelope } from './retrieval.ts';
import { Rollup } from './rollup.ts';
import { Step, toStepPart } from './step.ts';
import { Synthesis } from './synthesis.ts';
import { ThinkingLevel } from './thinking-level.ts';
import { Trace } from './trace.ts';
import { Usage } from './usage.ts';
import { Warning } from './warning.ts';

export const QueryStatus = builder.enumType('QueryStatus', {
  description: 'Where a turn stands. It leaves IN_PROGRESS once, for exactly one of the others.',
  values: {
    IN_PROGRESS: { value: 'in_progress', description: 'At work: `queryEvents` follows it.' },
    COMPLETED: { value: 'completed', description: 'Answered.' },
    FAILED: { value: 'failed', description: 'Ended without an answer; `error` says why.' },
    CANCELLED: { value: 'cancelled', description: 'Stopped by `cancelQuery`.' },
  } as const,
});

/**
 * A turn is always one whole document: read from its row and its rows of steps and citations once it is terminal,
 * folded from its log before. So no two fields of one can tell of different moments.
 */
export const KnowQLQuery = builder.loadableNode('KnowQLQuery', {
  description: 'One turn: a question put to a scope, and what became of it.',
  id: { resolve: (query: Query) => query.id },
  load: (ids: string[], context) => readTurns(ids, context),
  // Turns change while a subscription or a series of mutations goes on: batch, but remember nothing.
  loaderOptions: { cache: false },
  fields: (t) => ({
    sessionId: t.exposeID('sessionId', { description: 'Id of the session that it belongs to: `ses_…`.' }),
    status: t.expose('status', { type: QueryStatus, description: 'Where it stands.' }),
    error: t.exposeString('error', { nullable: true, description: 'Why it failed or was cancelled; null otherwise.' }),
    model: t.exposeString('model', {
      nullable: true,
      description: 'Catalogue id of the model that answered: `local/extractive`. Null before one did.',
    }),
    created: t.expose('created', { type: 'SafeInt', description: 'When it was asked, in Unix seconds.' }),
    runtimeMs: t.expose('runtimeMs', {
      type: 'SafeInt',
      description: 'Milliseconds from its start to its end; so far, while it runs.',
    }),
    previousQueryId: t.exposeID('previousQueryId', {
      nullable: true,
      description: 'Id of the turn that it continues; null for the first of a session.',
    }),
    input: t.expose('input', { type: [InputMessage], description: 'What was asked.' }),
    output: t.expose('output', { type: [OutputItem], description: 'What was answered; see `text`.' }),
    text: t.string({ description: "The answer's text, joined; so far, while it runs.", resolve: outputText }),
    outputJson: t.expose('outputJson', {
      type: 'JSON',
      nullable: true,
      description: 'The answer in the asked `shape`, or the retrieval envelope; null for prose.',
    }),
    retrieval: t.field({
      type: RetrievalEnvelope,
      nullable: true,
      description:
        'What was retrieved, typed, when the turn skipped composition (`retrievalOnly` and its kin); else null.',
      // A turn that composed may have been given a shape that looks the same.
      resolve: ({ id, outputJson, synthesis }) =>
        !synthesis && isJsonObject(outputJson) && outputJson['answered_by'] === 'retrieval'
          ? partOf(id, 'retrieval', fromCanonical('RetrievalEnvelope', outputJson))
          : null,
    }),
    citations: t.field({
      type: [Citation],
      description: 'What the answer rests on, in the order in which it first does. Empty when nothing was found.',
      resolve: ({ id, citations }) =>
        citations.map((citation, index) => partOf(id, `citations/${index + 1}`, citation)),
    }),
    steps: t.field({
      type: [Step],
      description: 'The work done, in order; a running step holds what it has so far.',
      resolve: ({ id, steps }) => steps.map((step) => toStepPart(id, step)),
    }),
    usage: t.field({
      type: Usage,
      description: 'Tokens of the turn.',
      resolve: ({ id, usage }) => partOf(id, 'usage', usage),
    }),
    rollup: t.field({
      type: Rollup,
      nullable: true,
      description: 'Counters; null before the work is done.',
      resolve: ({ id, rollup }) => (rollup ? partOf(id, 'rollup', rollup) : null),
    }),
    synthesis: t.field({
      type: Synthesis,
      nullable: true,
      description: 'What composing took; null on turns that skip it.',
      resolve: ({ id, synthesis }) => (synthesis ? partOf(id, 'synthesis', synthesis) : null),
    }),
    maxSteps: t.expose('maxSteps', { type: 'SafeInt', nullable: true, description: 'Most steps that it may take.' }),
    thinkingLevel: t.field({
      type: ThinkingLevel,
      nullable: true,
      description: 'How much the model was told to think.',
      resolve: ({ thinkingLevel }) => (thinkingLevel ?? null) as ThinkingLevelName | null,
    }),
    traceRef: t.exposeString('traceRef', { nullable: true, description: 'Address of the trace on the JSON binding.' }),
    trace: t.field({
      type: Trace,
      nullable: true,
      description: 'The steps in full, tool results and all; null before there is a trace. Large: ask for it alone.',
      resolve: async ({ id, traceRef }, _args, { services, viewer }) => {
        if (!traceRef) return null;
        const trace = await services.turns.trace(id, viewer);
        return { ...trace, rollup: trace.rollup && partOf(id, 'rollup', trace.rollup) };
      },
    }),
    warnings: t.field({
      type: [Warning],
      description: 'What was sent with it and had no effect.',
      resolve: ({ warnings }) => warnings ?? [],
    }),
    document: t.field({
      type: 'JSON',
      description: 'The same turn as its canonical JSON document, exactly as the JSON binding gives it.',
      resolve: (query) => toCanonical('Query', query),
    }),
    extensions: t.expose('extensions', { type: 'JSON', nullable: true, description: EXTENSIONS }),
  }),
});

builder.objectField(KnowQLQuery, 'previousQuery', (t) =>
  t.field({
    type: KnowQLQuery,
    nullable: true,
    description: 'The turn that it continues; null for the first of a session.',
    resolve: ({ previousQueryId }) => previousQueryId,
  }),
);

builder.queryField('query', (t) =>
  t.field({
    type: KnowQLQuery,
    nullable: true,
    description: 'A turn as it stands now, running or ended. Unknown ids are an error with the code `query_not_found`.',
    args: { id: t.arg.id({ required: true, description: 'Id of the turn: `qry_…`.' }) },
    resolve: (_root, { id }, { services, viewer }) => services.turns.get(id, viewer),
  }),
);

builder.mutationField('cancelQuery', (t) =>
  t.field({
    type: KnowQLQuery,
    description: 'Stops a running turn, its model call too. A turn that has ended comes back unchanged.',
    args: { id: t.arg.id({ required: true, description: 'Id of the turn: `qry_…`.' }) },
    resolve: (_root, { id }, { services, viewer }) => services.turns.cancel(id, viewer),
  }),
);
