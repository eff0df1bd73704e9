import type { Rollup as RollupShape } from '../../knowql/query.ts';
import { builder } from '../builder.ts';
import { EXTENSIONS, PART_ID, type Part } from './part.ts';

export const Rollup = builder.objectRef<Part<RollupShape>>('Rollup').implement({
  description: "A turn's counters, written when its work is done.",
  fields: (t) => ({
    id: t.exposeID('id', { description: PART_ID }),
    nSteps: t.expose('nSteps', { type: 'SafeInt', description: 'Steps taken.' }),
    nToolCalls: t.expose('nToolCalls', { type: 'SafeInt', description: 'Tool calls made.' }),
    byCategory: t.expose('byCategory', {
      type: 'JSON',
      nullable: true,
      description: 'Tool calls by category, an object of counts: `{ "retrieval": 2 }`.',
    }),
    totalHits: t.expose('totalHits', {
      type: 'SafeInt',
      description: 'Items that all retrievals found. 0 tells an empty scope from an answer that used none.',
    }),
    durationMs: t.expose('durationMs', { type: 'SafeInt', description: 'Milliseconds that the work took.' }),
    cacheReadTokens: t.expose('cacheReadTokens', {
      type: 'SafeInt',
      nullable: true,
      description: 'Tokens that providers read from their caches.',
    }),
    cacheWriteTokens: t.expose('cacheWriteTokens', {
      type: 'SafeInt',
      nullable: true,
      description: 'Tokens that providers wrote to their caches.',
    }),
    extensions: t.expose('extensions', { type: 'JSON', nullable: true, description: EXTENSIONS }),
  }),
});
