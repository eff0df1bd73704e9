import type { ComparisonMember as ComparisonMemberShape } from '../../knowql/query.ts';
import { builder } from '../builder.ts';
import { EXTENSIONS } from './part.ts';
import { KnowQLQuery } from './query.ts';

const ComparisonMember = builder.objectRef<ComparisonMemberShape>('ComparisonMember').implement({
  description: 'Another turn of the same comparison group.',
  fields: (t) => ({
    workflow: t.exposeString('workflow', { description: 'How it answered: `search_rag`.' }),
    queryId: t.exposeString('queryId', { description: 'Its id: `qry_…`.' }),
    model: t.exposeString('model', { nullable: true, description: 'The model that answered it; null before one did.' }),
    extensions: t.expose('extensions', { type: 'JSON', nullable: true, description: EXTENSIONS }),
  }),
});

builder.objectField(KnowQLQuery, 'comparison', (t) =>
  t.expose('comparison', {
    type: [ComparisonMember],
    nullable: true,
    description: 'The other turns of its `comparisonGroup`; null when it was asked without one.',
  }),
);
