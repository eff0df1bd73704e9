import type { ContextSettings } from '../../runtime/services.ts';
import { contextNotFound } from '../../store/not-found.ts';
import { builder } from '../builder.ts';
import { Context, ContextKind } from './context.ts';
import { ManifestInput, toManifestJson } from './manifest.ts';

const CONTEXT_ARG = { required: true, description: 'Slug or id of the context: `contracts`.' } as const;

builder.queryField('context', (t) =>
  t.prismaField({
    type: Context,
    nullable: true,
    description: 'A context. Unknown ones are an error with the code `context_not_found`.',
    args: { slug: t.arg.string(CONTEXT_ARG) },
    resolve: async (query, _root, { slug }, { database: { prisma }, viewer: { workspaceId } }) => {
      const where = { workspaceId, OR: [{ slug }, { id: slug }] };
      const context = await prisma.context.findFirst({ ...query, where });
      if (context === null) throw contextNotFound(slug);
      return context;
    },
  }),
);

builder.queryField('contexts', (t) =>
  t.prismaField({
    type: [Context],
    description: 'All contexts, by slug.',
    resolve: (query, _root, _args, { database: { prisma }, viewer: { workspaceId } }) =>
      prisma.context.findMany({ ...query, where: { workspaceId }, orderBy: { slug: 'asc' } }),
  }),
);

const CreateContextInput = builder.inputType('CreateContextInput', {
  description: 'A context to make.',
  fields: (t) => ({
    slug: t.string({
      required: true,
      description: 'Name for `scope`: 1 to 64 lower-case letters, digits and hyphens, not used yet: "contracts".',
    }),
    kind: t.field({ type: ContextKind, description: 'What it is for. Default: SEARCH.' }),
    title: t.string({ description: 'Name for people. Default: the slug.' }),
    description: t.string({ description: 'What is in it.' }),
    instructions: t.string({ description: 'Guidance for composing answers from it, such as `Amounts are in euros`.' }),
    manifest: t.field({ type: ManifestInput, description: 'How its sources become knowledge.' }),
  }),
});

const UpdateContextInput = builder.inputType('UpdateContextInput', {
  description: 'What to change of a context; what is left out stays.',
  fields: (t) => ({
    title: t.string({ description: 'Name for people.' }),
    description: t.string({ description: 'What is in it.' }),
    instructions: t.string({ description: 'Guidance for composing answers from it.' }),
    manifest: t.field({
      type: ManifestInput,
      description: 'How its sources become knowledge, as a whole: what it leaves out returns to its default.',
    }),
  }),
});

function toSettings(input: typeof UpdateContextInput.$inferInput): ContextSettings {
  const { title, description, instructions, manifest } = input;
  return {
    ...(title == null ? {} : { title }),
    ...(description == null ? {} : { description }),
    ...(instructions == null ? {} : { instructions }),
    ...(manifest == null ? {} : { manifest: toManifestJson(manifest) }),
  };
}

builder.mutationField('createContext', (t) =>
  t.prismaField({
    type: Context,
    description: 'Makes a context. Add sources and curate it, then ask.',
    args: { input: t.arg({ type: CreateContextInput, required: true, description: 'The context.' }) },
    resolve: async (query, _root, { input }, { database: { prisma }, services, viewer }) => {
      const { slug, kind, ...settings } = input;
      const { id } = await services.contexts.create(
        { slug, ...(kind == null ? {} : { kind }), ...toSettings(settings) },
        viewer,
      );
      return prisma.context.findUniqueOrThrow({ ...query, where: { id, workspaceId: viewer.workspaceId } });
    },
  }),
);

builder.mutationField('updateContext', (t) =>
  t.prismaField({
    type: Context,
    description: 'Changes what is said of a context.',
    args: {
      context: t.arg.id(CONTEXT_ARG),
      input: t.arg({ type: UpdateContextInput, required: true, description: 'What to change.' }),
    },
    resolve: async (query, _root, { context, input }, { database: { prisma }, services, viewer }) => {
      const { id } = await services.contexts.update(context, toSettings(input), viewer);
      return prisma.context.findUniqueOrThrow({ ...query, where: { id, workspaceId: viewer.workspaceId } });
    },
  }),
);

builder.mutationField('deleteContext', (t) =>
  t.field({
    type: 'ID',
    description: 'Deletes a context, its sources and its index. Past turns stay readable. Returns its id.',
    args: { context: t.arg.id(CONTEXT_ARG) },
    resolve: async (_root, { context }, { services, viewer }) => {
      const { id } = await services.contexts.get(context, viewer);
      await services.contexts.delete(id, viewer);
      return id;
    },
  }),
);
