import { effectiveManifest } from '../../knowledge/manifest.ts';
import { isJsonObject } from '../../lib/json.ts';
import { builder } from '../builder.ts';
import { Manifest } from './manifest.ts';

export const ContextKind = builder.enumType('ContextKind', {
  description: 'What a context is for.',
  values: {
    SEARCH: { value: 'search', description: 'Documents to search. Queryable once curated.' },
    WORK: { value: 'work', description: 'A record of completed turns, see `recordWork`. Queryable at once.' },
  } as const,
});

export const Context = builder.prismaNode('Context', {
  description: 'A named body of documents that questions are put to.',
  id: { field: 'id', description: 'Id of the context: `ctx_…`.' },
  nullable: true,
  findUnique: (id, { viewer }) => ({ id, workspaceId: viewer.workspaceId }),
  fields: (t) => ({
    slug: t.exposeString('slug', { description: 'Name for `scope`: lower-case letters, digits, hyphens.' }),
    title: t.exposeString('title', { description: 'Name for people.' }),
    description: t.exposeString('description', { description: 'What is in it.' }),
    instructions: t.exposeString('instructions', { description: 'Guidance for composing answers from it.' }),
    kind: t.expose('kind', { type: ContextKind, description: 'What it is for.' }),
    manifest: t.field({
      type: Manifest,
      description: 'How its sources become knowledge, defaults filled in.',
      select: { manifest: true },
      resolve: ({ manifest }) => effectiveManifest(isJsonObject(manifest) ? manifest : {}),
    }),
    sampleQueries: t.exposeStringList('sampleQueries', {
      description: 'Questions that it answers, found by the last curation: `["What are the payment terms?"]`.',
    }),
    queryable: t.boolean({
      description: 'Whether questions can be put to it now.',
      select: { kind: true, liveVersion: true },
      resolve: ({ kind, liveVersion }) => kind === 'work' || liveVersion !== null,
    }),
    sourceCount: t.relationCount('sources', { description: 'How many sources it has.' }),
    curatedAt: t.expose('curatedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When its index was last brought up to date; null before that.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it last changed.' }),
  }),
});
