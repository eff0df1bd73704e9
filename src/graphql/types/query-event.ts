import type {
  CreatedEvent as CreatedShape,
  OutputTextDeltaEvent as OutputTextDeltaShape,
  QueryEvent as QueryEventShape,
  StepEvent as StepShape,
  SynthesisEvent as SynthesisShape,
  TerminalEvent as TerminalShape,
  TraceEvent as TraceShape,
  TurnEventType,
  TurnRollupEvent as TurnRollupShape,
} from '../../engine/events.ts';
import { STATUS_AFTER } from '../../engine/fold.ts';
import { GatewayError } from '../../errors.ts';
import { builder } from '../builder.ts';
import { openStream, valueOf } from '../subscription.ts';
import { PART_ID, partOf } from './part.ts';
import { KnowQLQuery, QueryStatus } from './query.ts';
import { Rollup } from './rollup.ts';
import { Step, toStepPart } from './step.ts';
import { Synthesis } from './synthesis.ts';

const TYPE_NAMES: Readonly<Record<TurnEventType, string>> = {
  'response.created': 'CreatedEvent',
  'response.step': 'StepEvent',
  'response.output_text.delta': 'OutputTextDeltaEvent',
  'response.turn_rollup': 'TurnRollupEvent',
  'response.synthesis': 'SynthesisEvent',
  'response.trace': 'TraceEvent',
  'response.completed': 'TerminalEvent',
  'response.failed': 'TerminalEvent',
  'response.cancelled': 'TerminalEvent',
};

const QueryEvent = builder.interfaceRef<QueryEventShape>('QueryEvent').implement({
  description: "Something that happened in a turn. A turn's events are numbered from 1 without gaps.",
  resolveType: ({ event }) => TYPE_NAMES[event.type],
  fields: (t) => ({
    id: t.id({ description: PART_ID, resolve: ({ queryId, seq }) => `${queryId}/events/${seq}` }),
    seq: t.exposeInt('seq', { description: 'Its number: give the last one you saw as `after` to go on from there.' }),
    type: t.string({
      description: 'Its canonical type: `response.output_text.delta`.',
      resolve: ({ event }) => event.type,
    }),
    queryId: t.exposeID('queryId', { description: 'The turn it happened in.' }),
  }),
});

builder.objectRef<QueryEventShape<CreatedShape>>('CreatedEvent').implement({
  description: 'The turn was accepted. Always the first event.',
  interfaces: [QueryEvent],
  fields: (t) => ({
    query: t.field({
      type: KnowQLQuery,
      // GraphQL wants fields of one name to have one type wherever a selection may meet both.
      nullable: true,
      description: 'The turn as it was accepted: in progress, no output. Never null.',
      resolve: ({ event }) => event.query,
    }),
  }),
});

builder.objectRef<QueryEventShape<StepShape>>('StepEvent').implement({
  description: 'A step began, moved on or ended. The latest event of a `stepId` holds its state.',
  interfaces: [QueryEvent],
  fields: (t) => ({
    step: t.field({
      type: Step,
      description: 'The step, whole.',
      resolve: ({ queryId, event }) => toStepPart(queryId, event.step),
    }),
  }),
});

builder.objectRef<QueryEventShape<OutputTextDeltaShape>>('OutputTextDeltaEvent').implement({
  description: 'More of the answer. All deltas joined are its text, exactly.',
  interfaces: [QueryEvent],
  fields: (t) => ({
    delta: t.string({ description: 'The next piece: append it.', resolve: ({ event }) => event.delta }),
  }),
});

builder.objectRef<QueryEventShape<TurnRollupShape>>('TurnRollupEvent').implement({
  description: 'The work is counted.',
  interfaces: [QueryEvent],
  fields: (t) => ({
    rollup: t.field({
      type: Rollup,
      description: 'The counters.',
      resolve: ({ queryId, event }) => partOf(queryId, 'rollup', event.rollup),
    }),
  }),
});

builder.objectRef<QueryEventShape<SynthesisShape>>('SynthesisEvent').implement({
  description: 'The answer is composed.',
  interfaces: [QueryEvent],
  fields: (t) => ({
    synthesis: t.field({
      type: Synthesis,
      description: 'What composing took.',
      resolve: ({ queryId, event }) => partOf(queryId, 'synthesis', event.synthesis),
    }),
  }),
});

builder.objectRef<QueryEventShape<TraceShape>>('TraceEvent').implement({
  description: 'The trace can be fetched.',
  interfaces: [QueryEvent],
  fields: (t) => ({
    traceRef: t.string({
      description: 'Address of the trace on the JSON binding.',
      resolve: ({ event }) => event.traceRef,
    }),
  }),
});

builder.objectRef<QueryEventShape<TerminalShape>>('TerminalEvent').implement({
  description: 'The turn has ended. Always the last event, and the only one of its kind.',
  interfaces: [QueryEvent],
  fields: (t) => ({
    status: t.field({
      type: QueryStatus,
      description: 'COMPLETED, FAILED or CANCELLED.',
      resolve: ({ event }) => STATUS_AFTER[event.type],
    }),
    error: t.string({
      nullable: true,
      description: 'Why it failed or was cancelled; null when it completed.',
      resolve: ({ event }) => (event.type === 'response.completed' ? null : event.error),
    }),
    query: t.field({
      type: KnowQLQuery,
      nullable: true,
      description: 'The turn in its final state; null when it has been deleted since.',
      resolve: ({ queryId }) => queryId,
    }),
  }),
});

builder.subscriptionField('queryEvents', (t) =>
  t.field({
    type: QueryEvent,
    description:
      'What happens in a turn, each event once and in order, until the terminal one. Events are kept: come late, or ' +
      'come back with `after`, and nothing is missing. An unknown id is one error, then the end.',
    args: {
      queryId: t.arg.id({ required: true, description: 'The turn to follow: `qry_…`.' }),
      after: t.arg.int({
        description: 'Skip the events up to this `seq`: the last one you saw. Default: 0, from the start.',
      }),
    },
    subscribe: (_root, { queryId, after }, { services, viewer, signal }) => {
      if (after != null && after < 0) {
        throw new GatewayError('bad_request', 'after is the number of an event, 0 or more.', { field: 'after' });
      }
      return openStream((closed) => services.turns.follow(queryId, after ?? 0, viewer, closed), signal);
    },
    resolve: valueOf,
  }),
);
