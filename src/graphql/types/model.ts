import type { ModelPrice } from '../../engine/ports/compose.ts';
import type { ModelCatalog, ModelDescription } from '../../engine/ports/model.ts';
import { WORKFLOWS, type Workflow as WorkflowName } from '../../knowql/query.ts';
import { builder } from '../builder.ts';
import { ThinkingLevel } from './thinking-level.ts';
import { Workflow } from './workflow.ts';

interface ModelShape extends ModelDescription {
  readonly catalog: ModelCatalog;
}

const WorkflowSteps = builder
  .objectRef<{ readonly workflow: WorkflowName; readonly steps: number }>('WorkflowSteps')
  .implement({
    description: 'A number of steps under one workflow.',
    fields: (t) => ({
      workflow: t.expose('workflow', { type: Workflow, description: 'The workflow.' }),
      steps: t.exposeInt('steps', { description: 'Its steps.' }),
    }),
  });

const Price = builder.objectRef<ModelPrice>('ModelPrice').implement({
  description: 'List prices of a model, in US dollars for a million tokens.',
  fields: (t) => ({
    input: t.exposeFloat('input', { description: 'For tokens sent.' }),
    cachedInput: t.float({
      description: 'For tokens sent that the provider read from its cache.',
      resolve: ({ input, cachedInput }) => cachedInput ?? input,
    }),
    output: t.exposeFloat('output', { description: 'For tokens produced, those of thinking included.' }),
  }),
});

const Model = builder.objectRef<ModelShape>('Model').implement({
  description: 'A model that answers can be composed with.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Catalogue id, for `model` and `models` of a question: `local/extractive`.' }),
    label: t.exposeString('label', { description: 'Its name for people.' }),
    provider: t.exposeString('provider', { description: 'Who runs it: `local`, `google`.' }),
    available: t.exposeBoolean('available', { description: 'Whether it can be used now.' }),
    unavailableReason: t.exposeString('unavailableReason', {
      nullable: true,
      description: "Why it can't be used and what would change that; null when it can.",
    }),
    thinkingLevels: t.expose('thinkingLevels', {
      type: [ThinkingLevel],
      description:
        'The values of `thinkingLevel` that it tells apart, lowest first; empty where none changes anything.',
    }),
    maxSteps: t.field({
      type: [WorkflowSteps],
      description: 'The most steps that a turn may ask for; empty without a limit of its own.',
      resolve: ({ maxSteps }) =>
        WORKFLOWS.flatMap((workflow) => (maxSteps ? [{ workflow, steps: maxSteps[workflow] }] : [])),
    }),
    price: t.field({
      type: Price,
      nullable: true,
      description: 'What it costs; null where the catalogue has no price, so that `usage.costUsd` is null too.',
      resolve: ({ price }) => price,
    }),
    isDefault: t.boolean({
      description: 'Whether it answers when a question names no model.',
      resolve: ({ id, catalog }) => id === catalog.default,
    }),
    tiers: t.stringList({
      description: 'Tiers that stand for it here: `lite`, `standard`, `pro`. A tier can be named instead of a model.',
      resolve: ({ id, catalog }) => Object.keys(catalog.tiers).filter((tier) => catalog.tiers[tier] === id),
    }),
  }),
});

builder.queryField('models', (t) =>
  t.field({
    type: [Model],
    description: 'The models of this deployment, usable or not.',
    resolve: (_root, _args, { services: { models: catalog } }) =>
      catalog.models.map((model) => ({ ...model, catalog })),
  }),
);
