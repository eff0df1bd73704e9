import type { Usage as UsageShape } from '../../knowql/query.ts';
import { builder } from '../builder.ts';
import { EXTENSIONS, PART_ID, type Part } from './part.ts';

export const Usage = builder.objectRef<Part<UsageShape>>('Usage').implement({
  description: 'Tokens of a whole turn, all its model calls together.',
  fields: (t) => ({
    id: t.exposeID('id', { description: PART_ID }),
    inputTokens: t.expose('inputTokens', { type: 'SafeInt', description: 'Tokens sent to models.' }),
    outputTokens: t.expose('outputTokens', { type: 'SafeInt', description: 'Tokens that models produced.' }),
    totalTokens: t.expose('totalTokens', { type: 'SafeInt', description: 'Both together.' }),
    costUsd: t.exposeFloat('costUsd', {
      nullable: true,
      description: 'Price in US dollars; null when the model has no price in the catalogue. Never a guess.',
    }),
    cachedInputTokens: t.expose('cachedInputTokens', {
      type: 'SafeInt',
      nullable: true,
      description: 'Of the sent tokens, those that the provider read from its cache; null when there were none.',
    }),
    thinkingTokens: t.expose('thinkingTokens', {
      type: 'SafeInt',
      nullable: true,
      description: 'Of the produced tokens, those that models thought with before they answered; null when none.',
    }),
    extensions: t.expose('extensions', { type: 'JSON', nullable: true, description: EXTENSIONS }),
  }),
});
