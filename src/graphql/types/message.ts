import type {
  InputMessage as InputMessageShape,
  OutputContent as OutputContentShape,
  OutputItem as OutputItemShape,
} from '../../knowql/query.ts';
import { builder } from '../builder.ts';
import { EXTENSIONS } from './part.ts';

export const InputMessage = builder.objectRef<InputMessageShape>('InputMessage').implement({
  description: 'What the turn was asked.',
  fields: (t) => ({
    role: t.exposeString('role', { description: 'Who speaks: `user`.' }),
    content: t.exposeString('content', { description: 'The words, as they were sent.' }),
    extensions: t.expose('extensions', { type: 'JSON', nullable: true, description: EXTENSIONS }),
  }),
});

const OutputContent = builder.objectRef<OutputContentShape>('OutputContent').implement({
  description: 'A piece of an output item.',
  fields: (t) => ({
    type: t.exposeString('type', { description: 'Kind of content: `output_text`.' }),
    text: t.exposeString('text', { description: 'Its text; empty when the answer is in `outputJson` alone.' }),
    extensions: t.expose('extensions', { type: 'JSON', nullable: true, description: EXTENSIONS }),
  }),
});

export const OutputItem = builder.objectRef<OutputItemShape>('OutputItem').implement({
  description: 'What the turn said. `text` on the turn joins it all.',
  fields: (t) => ({
    role: t.exposeString('role', { description: 'Who speaks: `assistant`.' }),
    content: t.expose('content', { type: [OutputContent], description: 'The pieces, in order.' }),
    extensions: t.expose('extensions', { type: 'JSON', nullable: true, description: EXTENSIONS }),
  }),
});
