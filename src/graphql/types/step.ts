import type { Step as StepShape, TraceTruncation as TraceTruncationShape } from '../../knowql/query.ts';
import { builder } from '../builder.ts';
import { EXTENSIONS, PART_ID, type Part, partOf } from './part.ts';
import { StepCost } from './step-cost.ts';
import { StepStrategy } from './step-strategy.ts';
import { ToolCall } from './tool-call.ts';

const StepStatus = builder.enumType('StepStatus', {
  description: 'How far a step is.',
  values: {
    RUNNING: { value: 'running', description: 'At work.' },
    COMPLETED: { value: 'completed', description: 'Done, with a result.' },
    FAILED: { value: 'failed', description: 'Ended without a result; the turn may go on without it.' },
  } as const,
});

const TraceTruncation = builder.objectRef<TraceTruncationShape>('TraceTruncation').implement({
  description: 'What a step left out to stay readable. `trace` on the turn has all of it.',
  fields: (t) => ({
    truncated: t.exposeBoolean('truncated', { nullable: true, description: 'Whether anything was left out.' }),
    droppedDocuments: t.expose('droppedDocuments', {
      type: 'SafeInt',
      nullable: true,
      description: 'Retrieved items that are not shown.',
    }),
    droppedToolCalls: t.expose('droppedToolCalls', {
      type: 'SafeInt',
      nullable: true,
      description: 'Tool calls that are not shown.',
    }),
    extensions: t.expose('extensions', { type: 'JSON', nullable: true, description: EXTENSIONS }),
  }),
});

export const Step = builder.objectRef<Part<StepShape>>('Step').implement({
  description: 'A piece of work within a turn: planning, retrieving, composing.',
  fields: (t) => ({
    id: t.exposeID('id', { description: PART_ID }),
    stepId: t.exposeString('stepId', {
      description: 'Id within the turn. Later events of the same id replace the step.',
    }),
    status: t.expose('status', { type: StepStatus, description: 'How far it is.' }),
    commentary: t.exposeString('commentary', { description: 'What it does, in a sentence for a person.' }),
    fns: t.exposeStringList('fns', { nullable: true, description: 'Names of the tools it used.' }),
    strategy: t.expose('strategy', { type: StepStrategy, nullable: true, description: 'The plan it follows.' }),
    toolCalls: t.expose('toolCalls', { type: [ToolCall], nullable: true, description: 'Its tool calls, in order.' }),
    code: t.expose('code', {
      type: 'JSON',
      nullable: true,
      description: 'The program it ran, text or an object, where a step is one.',
    }),
    traceTruncated: t.expose('traceTruncated', {
      type: TraceTruncation,
      nullable: true,
      description: 'What is left out here; null when nothing is.',
    }),
    cost: t.expose('cost', { type: StepCost, nullable: true, description: 'Tokens and time that it took.' }),
    inputTokens: t.expose('inputTokens', {
      type: 'SafeInt',
      nullable: true,
      description: 'Tokens sent to models in this step.',
    }),
    outputTokens: t.expose('outputTokens', {
      type: 'SafeInt',
      nullable: true,
      description: 'Tokens that models produced in this step.',
    }),
    totalTokens: t.expose('totalTokens', { type: 'SafeInt', nullable: true, description: 'Both together.' }),
    cumInputTokens: t.expose('cumInputTokens', {
      type: 'SafeInt',
      nullable: true,
      description: 'Tokens sent to models up to and with this step.',
    }),
    cumOutputTokens: t.expose('cumOutputTokens', {
      type: 'SafeInt',
      nullable: true,
      description: 'Tokens produced up to and with this step.',
    }),
    extensions: t.expose('extensions', { type: 'JSON', nullable: true, description: EXTENSIONS }),
  }),
});

export function toStepPart(queryId: string, step: StepShape): Part<StepShape> {
  return partOf(queryId, `steps/${step.stepId}`, step);
}
