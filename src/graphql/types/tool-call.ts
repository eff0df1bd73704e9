import type { ToolCall as ToolCallShape } from '../../knowql/query.ts';
import { builder } from '../builder.ts';
import { EXTENSIONS } from './part.ts';

export const ToolCall = builder.objectRef<ToolCallShape>('ToolCall').implement({
  description: 'One call of a tool in a step.',
  fields: (t) => ({
    fn: t.exposeString('fn', { description: 'Name of the tool: `search`.' }),
    category: t.exposeString('category', { description: 'Kind of tool, as counted in `rollup.byCategory`.' }),
    args: t.expose('args', { type: 'JSON', description: 'What it was called with, an object.' }),
    result: t.expose('result', { type: 'JSON', nullable: true, description: 'What it gave back; may be shortened.' }),
    durationMs: t.expose('durationMs', { type: 'SafeInt', description: 'How long it took, in milliseconds.' }),
    ok: t.exposeBoolean('ok', { description: 'Whether it succeeded.' }),
    scoreSpace: t.exposeString('scoreSpace', {
      nullable: true,
      description: 'What the scores in the result mean: `bm25`. Scores of one space are comparable.',
    }),
    error: t.exposeString('error', { nullable: true, description: 'Why it failed; null when it did not.' }),
    extensions: t.expose('extensions', { type: 'JSON', nullable: true, description: EXTENSIONS }),
  }),
});
