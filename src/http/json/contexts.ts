import type { Hono } from 'hono';
import { GatewayError } from '../../errors.ts';
import type { AddedSource, ContextService, SourceInput } from '../../runtime/services.ts';
import { readJsonObject } from '../body.ts';
import { addResource, type GatewayEnv, idOf } from '../resource.ts';
import type { EventStreams } from '../sse/event-streams.ts';
import { addArtifactRoutes } from './artifacts.ts';
import { toContextUpdate, toInlineSources, toNewContext, toWorkSelection } from './context-input.ts';
import { curate, followCuration } from './curation.ts';
import { addKnowledgeRoutes } from './knowledge.ts';
import { acceptsEventStream } from './streaming.ts';
import { isUpload, readUpload } from './upload.ts';
import { toAddedDocument, toContextDocument, toDocument } from './view-document.ts';

/** Contexts and their sources. `:id` is a slug or an id. */
export function addContextRoutes(app: Hono<GatewayEnv>, contexts: ContextService, streams: EventStreams): void {
  addResource(app, '/api/contexts', {
    GET: async ({ var: { viewer } }) => Response.json({ data: (await contexts.list(viewer)).map(toContextDocument) }),
    POST: async ({ req, var: { viewer } }) => {
      const context = await contexts.create(toNewContext(await readJsonObject(req.raw)), viewer);
      const headers = { location: `/api/contexts/${context.slug}` };
      return Response.json(toContextDocument(context), { status: 201, headers });
    },
  });

  addResource(app, '/api/contexts/:id', {
    GET: async (context) => Response.json(toContextDocument(await contexts.get(idOf(context), context.var.viewer))),
    PATCH: async (context) => {
      const settings = toContextUpdate(await readJsonObject(context.req.raw));
      return Response.json(toContextDocument(await contexts.update(idOf(context), settings, context.var.viewer)));
    },
    DELETE: async (context) => {
      await contexts.delete(idOf(context), context.var.viewer);
      return new Response(null, { status: 204 });
    },
  });

  addResource(app, '/api/contexts/:id/sources', {
    GET: async (context) => {
      const sources = await contexts.sources(idOf(context), context.var.viewer);
      return Response.json({ data: sources.map(toDocument) });
    },
    POST: async (context) => {
      const { viewer } = context.var;
      const id = idOf(context);
      // Before the first byte of a long upload: a context that is not there will not be there after it.
      await contexts.get(id, viewer);
      const add = (source: SourceInput) => contexts.addSource(id, source, viewer);
      const { raw } = context.req;
      const added = isUpload(raw) ? await readUpload(raw, add) : await addInline(raw, add);
      return Response.json({ data: added.map(toAddedDocument) });
    },
    DELETE: async (context) => {
      const paths = new URL(context.req.url).searchParams.getAll('path');
      if (paths.length === 0) {
        throw new GatewayError('bad_request', 'Name the sources to remove: ?path=…, once for each.', { field: 'path' });
      }
      return Response.json({ removed: await contexts.removeSources(idOf(context), paths, context.var.viewer) });
    },
  });

  addResource(app, '/api/contexts/:id/curate', {
    POST: (context) => {
      const { viewer } = context.var;
      return acceptsEventStream(context.req.raw)
        ? followCuration(contexts, idOf(context), { viewer, streams })
        : curate(contexts, idOf(context), viewer);
    },
  });

  addResource(app, '/api/contexts/:id/work', {
    POST: async (context) => {
      const work = toWorkSelection(await readJsonObject(context.req.raw));
      return Response.json(await contexts.recordWork(idOf(context), work, context.var.viewer));
    },
  });

  addKnowledgeRoutes(app, contexts);
  addArtifactRoutes(app, contexts);
}

async function addInline(
  request: Request,
  add: (source: SourceInput) => Promise<AddedSource>,
): Promise<readonly AddedSource[]> {
  const added: AddedSource[] = [];
  for (const source of toInlineSources(await readJsonObject(request))) added.push(await add(source));
  return added;
}
