import type { Hono } from 'hono';
import { ARTIFACT_TYPES, type ArtifactType } from '../../engine/ports/artifacts.ts';
import { GatewayError } from '../../errors.ts';
import type { ContextService } from '../../runtime/services.ts';
import { addResource, type GatewayEnv, idOf } from '../resource.ts';
import { notThere } from './not-there.ts';
import { pageRequest, toPage } from './page-limits.ts';
import { toDocument } from './view-document.ts';

/** What a context's last curation compiled. */
export function addArtifactRoutes(app: Hono<GatewayEnv>, contexts: ContextService): void {
  addResource(app, '/api/contexts/:id/artifacts', {
    GET: async (context) => {
      const { limit, range } = pageRequest(context.req.raw, { fallback: 20, most: 100 });
      const types = typesOf(context.req.queries('type') ?? []);
      const from = range.after === undefined ? {} : { from: range.after };
      const options = { limit: range.first, ...from, ...(types.length === 0 ? {} : { types }) };
      const found = await contexts.artifacts(idOf(context), options, context.var.viewer);
      const { page, has_more } = toPage(found, limit);
      return Response.json({ data: page.map(toDocument), has_more });
    },
  });

  addResource(app, '/api/contexts/:id/artifacts/:artifact', {
    GET: async (context) => {
      const id = context.req.param('artifact') ?? '';
      const { viewer } = context.var;
      const { slug } = await contexts.get(idOf(context), viewer);
      const artifact = await contexts.artifact(id, viewer);
      return artifact?.contextSlug === slug
        ? Response.json(toDocument(artifact))
        : notThere('artifact', `The live index of this context has no artifact ${JSON.stringify(id)}.`);
    },
  });
}

function typesOf(names: readonly string[]): readonly ArtifactType[] {
  return names.map((name) => {
    const type = ARTIFACT_TYPES.find((known) => known === name);
    if (type !== undefined) return type;
    throw new GatewayError('bad_request', `type must be one of ${ARTIFACT_TYPES.join(', ')}.`, { field: 'type' });
  });
}
