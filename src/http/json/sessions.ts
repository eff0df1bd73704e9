import type { Hono } from 'hono';
import { toCanonical } from '../../knowql/canonical.ts';
import type { SessionService } from '../../runtime/services.ts';
import { addResource, type GatewayEnv, idOf } from '../resource.ts';
import { pageRequest, toPage } from './page-limits.ts';

/** Conversations, newest first, and the turns of each, oldest first. Both in pages by the last id of the one before. */
export function addSessionRoutes(app: Hono<GatewayEnv>, sessions: SessionService): void {
  addResource(app, '/api/sessions', {
    GET: async ({ req, var: { viewer } }) => {
      const { limit, range } = pageRequest(req.raw, { fallback: 20, most: 100 });
      const scope = req.query('scope');
      const found = await sessions.list({ ...range, ...(scope === undefined ? {} : { scope }) }, viewer);
      const { page, has_more } = toPage(found, limit);
      return Response.json({ data: page.map((session) => toCanonical('Session', session)), has_more });
    },
  });

  addResource(app, '/api/sessions/:id', {
    GET: async (context) => {
      const { viewer } = context.var;
      const id = idOf(context);
      const { limit, range } = pageRequest(context.req.raw, { fallback: 100, most: 100 });
      const session = await sessions.get(id, viewer);
      const { page, has_more } = toPage(await sessions.queries(id, range, viewer), limit);
      const queries = page.map((query) => toCanonical('Query', query));
      return Response.json({ ...toCanonical('Session', session), queries, has_more });
    },
    DELETE: async (context) => {
      await sessions.delete(idOf(context), context.var.viewer);
      return new Response(null, { status: 204 });
    },
  });
}
