import type { Warning as WarningShape } from '../../knowql/query.ts';
import { builder } from '../builder.ts';
import { EXTENSIONS } from './part.ts';

export const Warning = builder.objectRef<WarningShape>('Warning').implement({
  description: 'Something that was sent, accepted, and had no effect.',
  fields: (t) => ({
    code: t.exposeString('code', { description: 'Kind of warning: `pinned_field_ignored`.' }),
    field: t.exposeString('field', {
      nullable: true,
      description: 'JSON name of the field in question: `system_prompt`.',
    }),
    message: t.exposeString('message', { description: 'What happened, for a person.' }),
    extensions: t.expose('extensions', { type: 'JSON', nullable: true, description: EXTENSIONS }),
  }),
});
