import { GatewayError } from '../../errors.ts';
import type { AddedSource as AddedSourceShape } from '../../runtime/services.ts';
import { builder } from '../builder.ts';
import { Source } from './source.ts';

const MAX_SOURCES = 100;
const CONTEXT_ARG = { required: true, description: 'Slug or id of the context: `contracts`.' } as const;

const SourceInput = builder.inputType('SourceInput', {
  description: 'A document to add, as text. Files of other kinds are uploaded on the JSON binding.',
  fields: (t) => ({
    path: t.string({
      required: true,
      description: 'Path in the context, `/` between folders, at most 1,024 characters: "contracts/acme-msa.md".',
    }),
    content: t.string({ required: true, description: 'The whole text.' }),
    mediaType: t.string({ description: 'Media type, if the path does not say it: "text/markdown".' }),
  }),
});

const SourceChange = builder.enumType('SourceChange', {
  description: 'What adding a source did.',
  values: {
    ADDED: { value: 'added', description: 'There was none of that path.' },
    CHANGED: { value: 'changed', description: 'It replaced other content.' },
    UNCHANGED: { value: 'unchanged', description: 'The same content was there: nothing is to be curated.' },
  } as const,
});

const AddedSource = builder.objectRef<AddedSourceShape>('AddedSource').implement({
  description: 'A source that was added, and what that did.',
  fields: (t) => ({
    change: t.expose('change', { type: SourceChange, description: 'What adding it did.' }),
    source: t.prismaField({
      type: Source,
      description: 'The source.',
      resolve: (query, { source: { id } }, _args, { database: { prisma }, viewer: { workspaceId } }) =>
        prisma.source.findUniqueOrThrow({ ...query, where: { id, context: { workspaceId } } }),
    }),
  }),
});

builder.mutationField('addSources', (t) =>
  t.field({
    type: [AddedSource],
    description:
      'Adds documents to a context, or replaces those of the same path. Answers change once it is curated. When one is ' +
      'refused, those before it stay added.',
    args: {
      context: t.arg.id(CONTEXT_ARG),
      sources: t.arg({ type: [SourceInput], required: true, description: 'The documents, 1 to 100.' }),
    },
    resolve: async (_root, { context, sources }, { services, viewer }) => {
      checkCount('sources', sources.length);
      const added: AddedSourceShape[] = [];
      for (const { path, content, mediaType } of sources) {
        const input = { path, content, ...(mediaType == null ? {} : { mediaType }) };
        added.push(await services.contexts.addSource(context, input, viewer));
      }
      return added;
    },
  }),
);

builder.mutationField('removeSources', (t) =>
  t.field({
    type: 'Int',
    description: 'Removes documents from a context. Answers change once it is curated. Returns how many were there.',
    args: {
      context: t.arg.id(CONTEXT_ARG),
      paths: t.arg.stringList({ required: true, description: 'Their paths, 1 to 100.' }),
    },
    resolve: (_root, { context, paths }, { services, viewer }) => {
      checkCount('paths', paths.length);
      return services.contexts.removeSources(context, paths, viewer);
    },
  }),
);

function checkCount(field: string, count: number): void {
  if (count >= 1 && count <= MAX_SOURCES) return;
  throw new GatewayError('bad_request', `${field} names 1 to ${MAX_SOURCES} documents, not ${count}.`, { field });
}
