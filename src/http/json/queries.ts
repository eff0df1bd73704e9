import type { Hono } from 'hono';
import { toCanonical } from '../../knowql/canonical.ts';
import type { TurnService, Viewer } from '../../runtime/services.ts';
import { readJsonObject } from '../body.ts';
import { addResource, type GatewayEnv, idOf } from '../resource.ts';
import type { EventStreams } from '../sse/event-streams.ts';
import { createAskHandler, queryResponse } from './ask.ts';
import { readDocument } from './read-document.ts';
import { cursorOf, JSON_DIALECT } from './streaming.ts';
import type { TurnFrames } from './turn-frames.ts';

export interface QueryRoutesOptions {
  readonly turns: TurnService;
  readonly frames: TurnFrames;
  readonly streams: EventStreams;
}

/** Asking, following, stopping and judging turns. */
export function addQueryRoutes(app: Hono<GatewayEnv>, { turns, frames, streams }: QueryRoutesOptions): void {
  const stream = async (queryId: string, after: number, viewer: Viewer) => {
    const followed = await frames.follow(queryId, after, viewer);
    return streams.respond(followed.frames, { dialect: JSON_DIALECT, release: followed.release });
  };

  addResource(app, '/api/query', { POST: createAskHandler({ turns, stream }) });

  addResource(app, '/api/queries/:id', {
    GET: async (context) => queryResponse(await turns.get(idOf(context), context.var.viewer)),
  });

  addResource(app, '/api/queries/:id/events', {
    GET: async (context) => {
      const { viewer } = context.var;
      const { raw } = context.req;
      const id = idOf(context);
      const after = cursorOf(raw);
      if (raw.method !== 'HEAD') return stream(id, after, viewer);
      // A body that nobody reads would be followed for nothing.
      await turns.get(id, viewer);
      return new Response(null, { headers: { 'content-type': 'text/event-stream; charset=utf-8' } });
    },
  });

  addResource(app, '/api/queries/:id/trace', {
    GET: async (context) => Response.json(toCanonical('Trace', await turns.trace(idOf(context), context.var.viewer))),
  });

  addResource(app, '/api/queries/:id/cancel', {
    POST: async (context) => queryResponse(await turns.cancel(idOf(context), context.var.viewer)),
  });

  addResource(app, '/api/queries/:id/feedback', {
    POST: async (context) => {
      const feedback = readDocument('Feedback', await readJsonObject(context.req.raw));
      return queryResponse(await turns.recordFeedback(idOf(context), feedback, context.var.viewer));
    },
  });
}
