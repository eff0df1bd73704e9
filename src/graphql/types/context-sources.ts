import { GatewayError } from '../../errors.ts';
import { sourcePages } from '../../store/source-pages.ts';
import { batchCounts, batchPages } from '../batch.ts';
import { builder } from '../builder.ts';
import { pageComplexity } from '../complexity.ts';
import { type Page, parsePage, toConnection } from '../paging.ts';
import { Context } from './context.ts';
import { Source } from './source.ts';

const loadSources = batchPages(
  async ({ database }, contextIds, page) => {
    const from = pathIn(page);
    const { limit, backward } = page;
    const ids = await sourcePages(database, contextIds, { limit, backward, ...(from && { from }) });
    const rows = await database.prisma.source.findMany({ where: { id: { in: ids.map(({ id }) => id) } } });
    const byId = new Map(rows.map((row) => [row.id, row]));
    return ids.flatMap(({ id }) => byId.get(id) ?? []);
  },
  ({ contextId }) => contextId,
);

const countSources = batchCounts(async ({ database: { prisma } }, contextIds) => {
  const groups = await prisma.source.groupBy({
    by: ['contextId'],
    where: { contextId: { in: [...contextIds] } },
    _count: { _all: true },
  });
  return new Map(groups.map(({ contextId, _count }) => [contextId, _count._all]));
});

function pathIn({ keys, backward }: Page): { readonly path: string } | undefined {
  if (keys === undefined) return undefined;
  const [path] = keys;
  if (typeof path === 'string' && keys.length === 1) return { path };
  const field = backward ? 'before' : 'after';
  throw new GatewayError('bad_request', `${field} is the cursor of another list.`, { field });
}

builder.prismaObjectField(Context, 'sources', (t) =>
  t.connection(
    {
      type: Source,
      description: 'Its sources, by path.',
      complexity: pageComplexity,
      select: { id: true },
      resolve: async ({ id }, args, context) => {
        const page = parsePage(args);
        return {
          ...toConnection(await loadSources(context, id, page), page, ({ path }) => [path]),
          countAll: () => countSources(context, id),
        };
      },
    },
    { name: 'SourceConnection' },
    { name: 'SourceEdge' },
  ),
);
