import type { Trace as TraceShape, TraceStep as TraceStepShape } from '../../knowql/query.ts';
import { builder } from '../builder.ts';
import { EXTENSIONS, type Part } from './part.ts';
import { Rollup } from './rollup.ts';
import { StepCost } from './step-cost.ts';
import { StepStrategy } from './step-strategy.ts';
import { ToolCall } from './tool-call.ts';

const TraceStep = builder.objectRef<TraceStepShape>('TraceStep').implement({
  description: 'A step of a trace, nothing left out.',
  fields: (t) => ({
    stepId: t.exposeString('stepId', { description: 'Id of the step within the turn.' }),
    commentary: t.exposeString('commentary', { description: 'What it did, in a sentence.' }),
    code: t.expose('code', { type: 'JSON', nullable: true, description: 'The program it ran, where a step is one.' }),
    calls: t.expose('calls', {
      type: [ToolCall],
      nullable: true,
      description: 'All its tool calls with whole results.',
    }),
    strategy: t.expose('strategy', { type: StepStrategy, nullable: true, description: 'The plan it followed.' }),
    cost: t.expose('cost', { type: StepCost, nullable: true, description: 'Tokens and time that it took.' }),
    extensions: t.expose('extensions', { type: 'JSON', nullable: true, description: EXTENSIONS }),
  }),
});

export interface TraceModel extends Omit<TraceShape, 'rollup'> {
  readonly rollup: Part<NonNullable<TraceShape['rollup']>> | null;
}

export const Trace = builder.objectRef<TraceModel>('Trace').implement({
  description: 'The steps of a turn in full.',
  fields: (t) => ({
    steps: t.expose('steps', { type: [TraceStep], description: 'The steps, in order.' }),
    rollup: t.expose('rollup', { type: Rollup, nullable: true, description: "The turn's counters." }),
    extensions: t.expose('extensions', { type: 'JSON', nullable: true, description: EXTENSIONS }),
  }),
});
