import type { Feedback as FeedbackShape } from '../../knowql/query.ts';
import { builder } from '../builder.ts';
import { EXTENSIONS, PART_ID, type Part, partOf } from './part.ts';
import { KnowQLQuery } from './query.ts';

const FeedbackRating = builder.enumType('FeedbackRating', {
  description: "A reader's verdict on an answer.",
  values: {
    UP: { value: 'up', description: 'It helped.' },
    DOWN: { value: 'down', description: "It didn't." },
  } as const,
});

const Feedback = builder.objectRef<Part<FeedbackShape>>('Feedback').implement({
  description: 'What a reader thought of an answer.',
  fields: (t) => ({
    id: t.exposeID('id', { description: PART_ID }),
    rating: t.expose('rating', { type: FeedbackRating, description: 'The verdict.' }),
    comment: t.exposeString('comment', { nullable: true, description: 'Why, in their words.' }),
    extensions: t.expose('extensions', { type: 'JSON', nullable: true, description: EXTENSIONS }),
  }),
});

builder.objectField(KnowQLQuery, 'feedback', (t) =>
  t.field({
    type: Feedback,
    nullable: true,
    description: 'What a reader thought of the answer; null before `recordFeedback`.',
    resolve: ({ id, feedback }) => (feedback ? partOf(id, 'feedback', feedback) : null),
  }),
);

builder.mutationField('recordFeedback', (t) =>
  t.field({
    type: KnowQLQuery,
    description: 'Says whether an answer helped. A later verdict on the same turn replaces the earlier one.',
    args: {
      queryId: t.arg.id({ required: true, description: 'The turn that was judged: `qry_…`.' }),
      rating: t.arg({ type: FeedbackRating, required: true, description: 'The verdict.' }),
      comment: t.arg.string({ description: 'Why; at most 2,000 characters.' }),
    },
    resolve: (_root, { queryId, rating, comment }, { services, viewer }) =>
      services.turns.recordFeedback(queryId, { rating, ...(comment == null ? {} : { comment }) }, viewer),
  }),
);
