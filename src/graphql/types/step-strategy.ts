import type { StepStrategy as StepStrategyShape } from '../../knowql/query.ts';
import { builder } from '../builder.ts';
import { EXTENSIONS } from './part.ts';

export const StepStrategy = builder.objectRef<StepStrategyShape>('StepStrategy').implement({
  description: 'The plan that a step follows.',
  fields: (t) => ({
    kind: t.exposeString('kind', { description: 'Kind of plan: `retrieve`.' }),
    fns: t.exposeStringList('fns', { description: 'Tools it means to use.' }),
    label: t.exposeString('label', { description: 'The plan in a few words.' }),
    scope: t.exposeStringList('scope', { description: 'Slugs of the contexts it looks into.' }),
    extensions: t.expose('extensions', { type: 'JSON', nullable: true, description: EXTENSIONS }),
  }),
});
