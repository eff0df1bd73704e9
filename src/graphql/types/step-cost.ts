import type { StepCost as StepCostShape } from '../../knowql/query.ts';
import { builder } from '../builder.ts';
import { EXTENSIONS } from './part.ts';

export const StepCost = builder.objectRef<StepCostShape>('StepCost').implement({
  description: 'Tokens and time of one step.',
  fields: (t) => ({
    tokensIn: t.expose('tokensIn', { type: 'SafeInt', description: 'Tokens sent to models.' }),
    tokensOut: t.expose('tokensOut', { type: 'SafeInt', description: 'Tokens that models produced.' }),
    decideMs: t.expose('decideMs', { type: 'SafeInt', description: 'Milliseconds spent deciding what to do.' }),
    executeMs: t.expose('executeMs', { type: 'SafeInt', description: 'Milliseconds spent doing it.' }),
    tokensInCached: t.expose('tokensInCached', {
      type: 'SafeInt',
      nullable: true,
      description: "Sent tokens that the provider read from its cache; null when it doesn't say.",
    }),
    tokensInCacheWrite: t.expose('tokensInCacheWrite', {
      type: 'SafeInt',
      nullable: true,
      description: "Sent tokens that the provider wrote to its cache; null when it doesn't say.",
    }),
    tokensInFresh: t.expose('tokensInFresh', {
      type: 'SafeInt',
      nullable: true,
      description: "Sent tokens that had nothing to do with the cache; null when the provider doesn't say.",
    }),
    tokensThinking: t.expose('tokensThinking', {
      type: 'SafeInt',
      nullable: true,
      description: 'Of the produced tokens, those that the model thought with before it answered; null when none.',
    }),
    costUsd: t.exposeFloat('costUsd', {
      nullable: true,
      description: "The step's share of the turn's price in US dollars; null when the model has no price here.",
    }),
    extensions: t.expose('extensions', { type: 'JSON', nullable: true, description: EXTENSIONS }),
  }),
});
