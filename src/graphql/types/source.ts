import { builder } from '../builder.ts';

export const SourceStatus = builder.enumType('SourceStatus', {
  description: 'What became of a source when its context was curated.',
  values: {
    PENDING: { value: 'pending', description: 'New or changed since the last curation.' },
    PARSED: { value: 'parsed', description: 'Its text is searchable.' },
    SKIPPED: { value: 'skipped', description: 'Not readable as text; `reason` says why.' },
    FAILED: { value: 'failed', description: 'Should be readable and is not; `reason` says why.' },
  } as const,
});

export const Source = builder.prismaNode('Source', {
  description: 'A document of a context.',
  id: { field: 'id', description: 'Id of the source: `src_…`.' },
  nullable: true,
  findUnique: (id, { viewer }) => ({ id, context: { workspaceId: viewer.workspaceId } }),
  fields: (t) => ({
    path: t.exposeString('path', { description: 'Path in its context: `contracts/acme-msa.md`. Citations name it.' }),
    title: t.exposeString('title', {
      description: "The document's own title, else its file name; empty before curation.",
    }),
    mediaType: t.exposeString('mediaType', { description: 'Media type: `text/markdown`.' }),
    byteSize: t.expose('byteSize', { type: 'SafeInt', description: 'Size in bytes.' }),
    contentHash: t.exposeString('contentHash', { description: 'SHA-256 of its bytes, in hexadecimal.' }),
    status: t.expose('status', { type: SourceStatus, description: 'Where it stands.' }),
    reason: t.exposeString('reason', {
      nullable: true,
      description: 'Why it was skipped or failed, or what of it could not be read, and what to do.',
    }),
    chunkCount: t.exposeInt('chunkCount', { description: 'Passages that it was cut into.' }),
    text: t.string({
      nullable: true,
      description: 'Its text as questions are answered from it; null before it was curated.',
      complexity: 20,
      select: { contextId: true, path: true },
      resolve: async ({ contextId, path }, _args, { services, viewer }) =>
        (await services.contexts.readSource(contextId, path, viewer))?.text ?? null,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was first added.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it last changed.' }),
  }),
});
