import type { CurationEvent as CurationEventShape, CurationView } from '../../runtime/services.ts';
import { builder } from '../builder.ts';
import { openStream, valueOf } from '../subscription.ts';
import { SourceStatus } from './source.ts';

const CurationStatus = builder.enumType('CurationStatus', {
  description: 'How far a curation is.',
  values: {
    RUNNING: {
      value: 'running',
      description: 'At work, or waiting for a gateway to go on. Questions are answered from the index before it.',
    },
    COMPLETED: { value: 'completed', description: 'The new index is live.' },
    FAILED: { value: 'failed', description: 'Nothing changed; `error` says why.' },
  } as const,
});

const Curation = builder.objectRef<CurationView>('Curation').implement({
  description:
    "A run that brings a context's index up to date with its sources. Unchanged sources are not read again. A run whose " +
    'gateway stops or dies is gone on with by the next one.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id of the run: `cur_…`.' }),
    contextSlug: t.exposeString('contextSlug', { description: 'The context.' }),
    status: t.expose('status', { type: CurationStatus, description: 'How far it is.' }),
    version: t.exposeInt('version', { nullable: true, description: 'Version of the index that it made live.' }),
    total: t.exposeInt('total', { description: 'Sources to look at.' }),
    parsed: t.exposeInt('parsed', { description: 'Sources read and indexed.' }),
    unchanged: t.exposeInt('unchanged', { description: 'Sources that were indexed already.' }),
    skipped: t.exposeInt('skipped', { description: 'Sources that are not readable as text.' }),
    failed: t.exposeInt('failed', { description: 'Sources that could not be read.' }),
    removed: t.exposeInt('removed', { description: 'Sources that are gone, and their passages with them.' }),
    resumed: t.exposeInt('resumed', {
      description: 'Sources that an attempt before it had read when its process ended: they were not read again.',
    }),
    chunks: t.exposeInt('chunks', { description: 'Passages in the new index.' }),
    error: t.exposeString('error', { nullable: true, description: 'Why it failed; null when it did not.' }),
    startedAt: t.expose('startedAt', { type: 'DateTime', description: 'When it began.' }),
    finishedAt: t.expose('finishedAt', { type: 'DateTime', nullable: true, description: 'When it ended.' }),
  }),
});

const CuratedSource = builder.objectRef<NonNullable<CurationEventShape['source']>>('CuratedSource').implement({
  description: 'What became of one source.',
  fields: (t) => ({
    path: t.exposeString('path', { description: 'Its path in the context.' }),
    status: t.expose('status', { type: SourceStatus, description: 'PARSED, SKIPPED or FAILED.' }),
    reason: t.exposeString('reason', {
      nullable: true,
      description: 'Why it was not parsed, or what of it could not be read, and what to do.',
    }),
  }),
});

const CurationEvent = builder.objectRef<CurationEventShape>('CurationEvent').implement({
  description: 'Progress of a curation.',
  fields: (t) => ({
    curation: t.expose('curation', { type: Curation, description: 'The run as it stands.' }),
    source: t.expose('source', {
      type: CuratedSource,
      nullable: true,
      description: 'The source that just ended; null on the first and the last event.',
    }),
  }),
});

builder.mutationField('curateContext', (t) =>
  t.field({
    type: Curation,
    description:
      "Brings a context's index up to date with its sources, or joins the run that is under way, and waits for its end. " +
      'A run that fails is data, with `status: FAILED`.',
    args: {
      context: t.arg.id({ required: true, description: 'Slug or id of the context.' }),
      background: t.arg.boolean({ description: 'Return at once, `RUNNING`; `curationEvents` follows the run.' }),
    },
    resolve: async (_root, { context, background }, { services, viewer, signal }) => {
      let latest: CurationView | undefined;
      for await (const event of await openStream(() => services.contexts.curate(context, viewer), signal)) {
        latest = valueOf(event).curation;
        if (background === true) break;
      }
      signal.throwIfAborted();
      if (latest === undefined) throw new TypeError('a curation ended without an event');
      return latest;
    },
  }),
);

builder.subscriptionField('curationEvents', (t) =>
  t.field({
    type: CurationEvent,
    description:
      'Curates a context, or joins the run that is under way, and tells of each source as it ends. Leaving does not ' +
      'stop the run.',
    args: { contextId: t.arg.id({ required: true, description: 'Slug or id of the context.' }) },
    subscribe: (_root, { contextId }, { services, viewer, signal }) =>
      openStream(() => services.contexts.curate(contextId, viewer), signal),
    resolve: valueOf,
  }),
);
