import { GatewayError } from '../../errors.ts';
import type { RecordedWork as RecordedWorkShape, WorkSelection } from '../../runtime/services.ts';
import { MAX_RECORDED_QUERIES } from '../../runtime/work-recorder.ts';
import { builder } from '../builder.ts';

const RecordedWork = builder.objectRef<RecordedWorkShape>('RecordedWork').implement({
  description: 'What recording work into a context did.',
  fields: (t) => ({
    recorded: t.exposeInt('recorded', {
      description: 'Turns that the context holds now and did not, or not as they are.',
    }),
    unchanged: t.exposeInt('unchanged', { description: 'Turns that it held already.' }),
    skipped: t.exposeInt('skipped', {
      description: 'Turns with nothing to record: not completed, or answered with retrieved material only.',
    }),
  }),
});

builder.mutationField('recordWork', (t) =>
  t.field({
    type: RecordedWork,
    description:
      'Records completed turns into a work context: those of a session, or the ones that are named. Questions put to ' +
      'the context find them from then on; citations say which turn and which of its steps they come from. Recording ' +
      'again changes nothing.',
    args: {
      context: t.arg.id({ required: true, description: 'Slug or id of a context of the kind WORK.' }),
      sessionId: t.arg.id({ description: 'All turns of this session. Either this or `queryIds`.' }),
      queryIds: t.arg.idList({ description: 'These turns, 1 to 100. Either this or `sessionId`.' }),
    },
    resolve: (_root, { context, ...which }, { services, viewer }) =>
      services.contexts.recordWork(context, toSelection(which), viewer),
  }),
);

interface Which {
  readonly sessionId?: string | null | undefined;
  readonly queryIds?: readonly string[] | null | undefined;
}

function toSelection({ sessionId, queryIds }: Which): WorkSelection {
  if (queryIds == null) {
    if (sessionId != null) return { sessionId };
    throw new GatewayError('bad_request', 'sessionId or queryIds must say which turns to record.', {
      field: 'sessionId',
    });
  }
  if (sessionId != null) throw refused('queryIds must be left out beside sessionId; send one of them.');
  if (queryIds.length >= 1 && queryIds.length <= MAX_RECORDED_QUERIES) return { queryIds };
  throw refused(`queryIds names 1 to ${MAX_RECORDED_QUERIES} turns, not ${queryIds.length}.`);
}

function refused(message: string): GatewayError {
  return new GatewayError('bad_request', message, { field: 'queryIds' });
}
