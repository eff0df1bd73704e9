import { builder } from '../builder.ts';

builder.globalConnectionField('totalCount', (t) =>
  t.field({
    type: 'SafeInt',
    description: 'How many items the whole list has.',
    resolve: ({ countAll }) => countAll(),
  }),
);
