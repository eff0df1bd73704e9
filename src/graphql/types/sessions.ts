import { queryFromInfo } from '@pothos/plugin-prisma';
import type { Prisma } from '../../store/prisma/client.ts';
import { builder } from '../builder.ts';
import { pageComplexity } from '../complexity.ts';
import { parsePage, toConnection } from '../paging.ts';
import { placeIn } from '../place.ts';
import { Session } from './session.ts';

/** What of each session the operation needs, relations and all. */
type Selection = Pick<Prisma.SessionFindManyArgs, 'include'>;

builder.queryField('sessions', (t) =>
  t.connection(
    {
      type: Session,
      description: 'The sessions, newest first.',
      complexity: pageComplexity,
      args: { scope: t.arg.string({ description: 'Only those that ask this context: its slug.' }) },
      resolve: async (_root, { scope, ...args }, context, info) => {
        const {
          database: { prisma },
          viewer,
        } = context;
        const page = parsePage(args);
        const where: Prisma.SessionWhereInput = {
          workspaceId: viewer.workspaceId,
          ...(scope == null ? {} : { scope: { some: { slug: scope } } }),
        };
        const direction = page.backward ? 'asc' : 'desc';
        const rows = await prisma.session.findMany({
          ...(queryFromInfo({
            context,
            info,
            typeName: 'Session',
            paths: [['edges', 'node'], ['nodes']],
          }) as Selection),
          where: { AND: [where, beyond(placeIn(page), page.backward ? 'gt' : 'lt')] },
          orderBy: [{ createdAt: direction }, { id: direction }],
          take: page.limit + 1,
        });
        return {
          ...toConnection(rows, page, ({ createdAt, id }) => [createdAt.getTime(), id]),
          countAll: () => prisma.session.count({ where }),
        };
      },
    },
    { name: 'SessionConnection' },
    { name: 'SessionEdge' },
  ),
);

function beyond(place: ReturnType<typeof placeIn>, than: 'gt' | 'lt'): Prisma.SessionWhereInput {
  if (place === undefined) return {};
  const { createdAt, id } = place;
  return { OR: [{ createdAt: { [than]: createdAt } }, { createdAt, id: { [than]: id } }] };
}
