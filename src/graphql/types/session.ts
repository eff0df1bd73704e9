import { sessionNotFound } from '../../store/not-found.ts';
import { builder } from '../builder.ts';
import { Context } from './context.ts';
import { KnowQLQuery } from './query.ts';
import { Workflow } from './workflow.ts';

/** The value of `Workflow` behind a stored name. */
type WorkflowName = typeof Workflow.$inferType;

const IN_ORDER = { position: 'asc' } as const;

export const Session = builder.prismaNode('Session', {
  description: 'A conversation: turns about one scope, under the configuration that its first turn pinned.',
  id: { field: 'id', description: 'Id of the session: `ses_…`.' },
  nullable: true,
  findUnique: (id, { viewer }) => ({ id, workspaceId: viewer.workspaceId }),
  fields: (t) => ({
    title: t.exposeString('title', { nullable: true, description: 'From its first question, at most 80 characters.' }),
    scope: t.stringList({
      description: 'Slugs of the contexts that it asks, also of those deleted since.',
      select: { scope: { orderBy: IN_ORDER, select: { slug: true } } },
      resolve: ({ scope }) => scope.map(({ slug }) => slug),
    }),
    contexts: t.field({
      type: [Context],
      description: 'The contexts that it asks, without those deleted since.',
      select: (_args, _context, nested) => ({ scope: { orderBy: IN_ORDER, select: { context: nested(true) } } }),
      resolve: ({ scope }) => scope.flatMap(({ context }) => (context === null ? [] : [context])),
    }),
    systemPrompt: t.exposeString('systemPrompt', { nullable: true, description: 'Who the answerer is. Pinned.' }),
    guardrails: t.exposeString('guardrails', { nullable: true, description: 'What answers must never do. Pinned.' }),
    models: t.exposeStringList('models', { description: 'Models in the order to try them. Pinned.' }),
    tools: t.exposeStringList('tools', { description: 'Tools that turns may use; empty for all. Pinned.' }),
    vars: t.expose('vars', { type: 'JSON', description: 'Values for the system prompt, an object. Pinned.' }),
    workflow: t.field({
      type: Workflow,
      nullable: true,
      description: 'How its turns work unless they say otherwise; null for the default. Pinned.',
      select: { workflow: true },
      resolve: ({ workflow }) => workflow as WorkflowName | null,
    }),
    lastQueryId: t.exposeID('lastQueryId', { nullable: true, description: 'Id of its latest turn.' }),
    lastQuery: t.field({
      type: KnowQLQuery,
      nullable: true,
      description: 'Its latest turn.',
      select: { lastQueryId: true },
      resolve: ({ lastQueryId }) => lastQueryId,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When its first turn was asked.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it last changed.' }),
  }),
});

builder.objectField(KnowQLQuery, 'session', (t) =>
  t.loadable({
    type: Session,
    description: 'The session that it belongs to.',
    load: (ids: string[], { database: { prisma }, viewer }) =>
      prisma.session.findMany({ where: { id: { in: ids }, workspaceId: viewer.workspaceId } }),
    sort: ({ id }) => id,
    resolve: ({ sessionId }) => sessionId,
  }),
);

builder.queryField('session', (t) =>
  t.prismaField({
    type: Session,
    nullable: true,
    description: 'A session. Unknown ids are an error with the code `session_not_found`.',
    args: { id: t.arg.id({ required: true, description: 'Id of the session: `ses_…`.' }) },
    resolve: async (query, _root, { id }, { database: { prisma }, viewer }) => {
      const session = await prisma.session.findUnique({ ...query, where: { id, workspaceId: viewer.workspaceId } });
      if (session === null) throw sessionNotFound(id);
      return session;
    },
  }),
);

builder.mutationField('deleteSession', (t) =>
  t.field({
    type: 'ID',
    description: 'Deletes a session and all its turns; running ones are cancelled. Returns its id.',
    args: { id: t.arg.id({ required: true, description: 'Id of the session: `ses_…`.' }) },
    resolve: async (_root, { id }, { services, viewer }) => {
      await services.sessions.delete(id, viewer);
      return id;
    },
  }),
);
