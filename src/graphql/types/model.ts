import type { ModelCatalog, ModelDescription } from '../../engine/ports.ts';
import { builder } from '../builder.ts';

interface ModelShape extends ModelDescription {
  readonly catalog: ModelCatalog;
}

const Model = builder.objectRef<ModelShape>('Model').implement({
  description: 'A model that answers can be composed with.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Catalogue id, for `model` and `models` of a question: `local/extractive`.' }),
    label: t.exposeString('label', { description: 'Its name for people.' }),
    provider: t.exposeString('provider', { description: 'Who runs it: `local`.' }),
    available: t.exposeBoolean('available', { description: 'Whether it can be used now.' }),
    unavailableReason: t.exposeString('unavailableReason', {
      nullable: true,
      description: "Why it can't be used and what would change that; null when it can.",
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
