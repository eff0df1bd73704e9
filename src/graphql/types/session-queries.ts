import { turnCounts, turnPages } from '../../store/turn-pages.ts';
import { batchCounts, batchPages } from '../batch.ts';
import { builder } from '../builder.ts';
import { pageComplexity } from '../complexity.ts';
import { parsePage, toConnection } from '../paging.ts';
import { placeIn } from '../place.ts';
import { KnowQLQuery } from './query.ts';
import { Session } from './session.ts';

const loadPlaces = batchPages(
  ({ database, viewer }, sessionIds, page) => {
    const from = placeIn(page);
    const { limit, backward } = page;
    return turnPages(database, viewer.workspaceId, sessionIds, { limit, backward, ...(from && { from }) });
  },
  ({ sessionId }) => sessionId,
);

const countTurns = batchCounts(({ database, viewer }, sessionIds) =>
  turnCounts(database, viewer.workspaceId, sessionIds),
);

builder.prismaObjectField(Session, 'queries', (t) =>
  t.connection(
    {
      type: KnowQLQuery,
      description: 'Its turns, oldest first. `last: 20` gives the latest ones.',
      complexity: pageComplexity,
      select: { id: true },
      resolve: async ({ id }, args, context) => {
        const page = parsePage(args);
        const places = await loadPlaces(context, id, page);
        const { edges, pageInfo } = toConnection(places, page, (place) => [place.createdAt.getTime(), place.id]);
        return {
          edges: edges.map(({ cursor, node }) => ({ cursor, node: node.id })),
          pageInfo,
          countAll: () => countTurns(context, id),
        };
      },
    },
    { name: 'KnowQLQueryConnection' },
    { name: 'KnowQLQueryEdge' },
  ),
);
