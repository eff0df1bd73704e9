import type { Hono } from 'hono';
import type { Services } from '../../runtime/services.ts';
import type { GatewayEnv } from '../resource.ts';
import type { EventStreams } from '../sse/event-streams.ts';
import { negotiateVersion } from './api-version.ts';
import { addContextRoutes } from './contexts.ts';
import { addModelRoutes } from './models.ts';
import { addQueryRoutes } from './queries.ts';
import { addSessionRoutes } from './sessions.ts';
import type { TurnFrames } from './turn-frames.ts';

export interface ApiRoutesOptions {
  readonly services: Services;
  readonly frames: TurnFrames;
  readonly streams: EventStreams;
}

/** The JSON binding (docs/protocol.md §8, docs/openapi.yaml). */
export function addApiRoutes(app: Hono<GatewayEnv>, { services, frames, streams }: ApiRoutesOptions): void {
  app.use('/api/*', negotiateVersion);
  addQueryRoutes(app, { turns: services.turns, frames, streams });
  addSessionRoutes(app, services.sessions);
  addModelRoutes(app, services.models);
  addContextRoutes(app, services.contexts, streams);
}
