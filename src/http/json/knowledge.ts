import type { Hono } from 'hono';
import type { ContextService } from '../../runtime/services.ts';
import { addResource, type GatewayEnv, idOf } from '../resource.ts';
import { notThere } from './not-there.ts';
import { pageRequest, toPage } from './page-limits.ts';
import { toDocument, toSourceDocument } from './view-document.ts';

/** What a context has read of its sources: their texts, and the chunks of its live index. */
export function addKnowledgeRoutes(app: Hono<GatewayEnv>, contexts: ContextService): void {
  addResource(app, '/api/contexts/:id/sources/:path{.+}', {
    GET: async (context) => {
      const path = context.req.param('path') ?? '';
      const reading = await contexts.readSource(idOf(context), path, context.var.viewer);
      return reading === undefined
        ? notThere('path', `This context has no source ${JSON.stringify(path)}.`)
        : Response.json(toSourceDocument(reading));
    },
  });

  addResource(app, '/api/contexts/:id/knowledge', {
    GET: async (context) => {
      const { limit, range } = pageRequest(context.req.raw, { fallback: 20, most: 100 });
      const source = context.req.query('source');
      const options = { ...range, ...(source === undefined ? {} : { source }) };
      const found = await contexts.knowledge(idOf(context), options, context.var.viewer);
      const { page, has_more } = toPage(found, limit);
      return Response.json({ data: page.map(toDocument), has_more });
    },
  });

  addResource(app, '/api/contexts/:id/knowledge/:chunk', {
    GET: async (context) => {
      const id = context.req.param('chunk') ?? '';
      const chunk = await contexts.chunk(idOf(context), id, context.var.viewer);
      return chunk === undefined
        ? notThere('chunk', `The live index of this context has no chunk ${JSON.stringify(id)}.`)
        : Response.json(toDocument(chunk));
    },
  });
}
