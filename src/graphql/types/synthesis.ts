import type { Synthesis as SynthesisShape } from '../../knowql/query.ts';
import { builder } from '../builder.ts';
import { EXTENSIONS, PART_ID, type Part } from './part.ts';

export const Synthesis = builder.objectRef<Part<SynthesisShape>>('Synthesis').implement({
  description: 'What composing the answer took.',
  fields: (t) => ({
    id: t.exposeID('id', { description: PART_ID }),
    status: t.exposeString('status', { description: 'How composing ended: `completed`.' }),
    tokensIn: t.expose('tokensIn', { type: 'SafeInt', description: 'Tokens sent to the model.' }),
    tokensOut: t.expose('tokensOut', { type: 'SafeInt', description: 'Tokens of the answer.' }),
    ms: t.expose('ms', { type: 'SafeInt', description: 'Milliseconds that it took.' }),
    answerPreview: t.exposeString('answerPreview', { nullable: true, description: "The answer's first words." }),
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
    extensions: t.expose('extensions', { type: 'JSON', nullable: true, description: EXTENSIONS }),
  }),
});
