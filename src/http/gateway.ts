import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { Hono } from 'hono';
import { cors } from 'hono/cors';
import { secureHeaders } from 'hono/secure-headers';
import { GatewayError, isOwnFailure, toGatewayError } from '../errors.ts';
import type { Clock } from '../lib/clock.ts';
import type { Services, Viewer } from '../runtime/services.ts';
import { errorResponse } from './envelope.ts';
import { Executor } from './graphql/executor.ts';
import type { GraphqlFace } from './graphql/face.ts';
import { createGraphiql } from './graphql/graphiql.ts';
import { maskDepartures } from './graphql/mask-departures.ts';
import { addGraphqlRoutes } from './graphql/routes.ts';
import { createGraphqlServer } from './graphql/server.ts';
import { SingleConnections } from './graphql/single-connection.ts';
import { GraphqlSockets } from './graphql/sockets.ts';
import { createSocketProtocol } from './graphql/websocket.ts';
import { healthResponse, type ReadinessCheck, readinessResponse } from './health.ts';
import { addApiRoutes } from './json/routes.ts';
import { TurnFrames } from './json/turn-frames.ts';
import { isForeignWrite } from './origin-guard.ts';
import type { Pages } from './pages.ts';
import { addResource, type GatewayEnv } from './resource.ts';
import { EventStreams } from './sse/event-streams.ts';
import { answerRefusal, refuseUpgrade } from './upgrade.ts';

export interface GatewayOptions {
  readonly services: Services;
  readonly graphql: GraphqlFace;
  /** Whose request it is, by its `Authorization`. Throws `unauthorized` when nobody's. */
  readonly identify: (authorization: string | null) => Promise<Viewer>;
  readonly readiness: Readonly<Record<string, ReadinessCheck>>;
  readonly pages: Pages;
  readonly corsOrigins: readonly string[];
  readonly clock: Clock;
  /** Longest silence on a stream, in milliseconds. */
  readonly heartbeatMs: number;
  /** Called with every failure that a client is told nothing about. */
  readonly onError: (error: unknown) => void;
}

/** What is open at this moment. All zero when nobody is connected. */
export interface LiveCounts {
  readonly eventStreams: number;
  readonly sharedConnections: number;
  readonly sockets: number;
  readonly operations: number;
  /** Turns that are read from their log for the JSON binding. */
  readonly followedTurns: number;
}

export interface Gateway {
  readonly fetch: (request: Request) => Promise<Response> | Response;
  /** Takes over a connection that asks to become a WebSocket. */
  readonly upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
  readonly counts: () => LiveCounts;
  /** From now on `/ready` says no. */
  readonly startShutdown: () => void;
  /** Ends all streams with their closing signal (docs/protocol.md §13.2). */
  readonly closeStreams: () => void;
}

export function createGateway(options: GatewayOptions): Gateway {
  const { services, graphql: face, identify, corsOrigins, clock, heartbeatMs, onError } = options;
  let shuttingDown = false;

  const streams = new EventStreams({ clock, heartbeatMs, onError });
  const frames = new TurnFrames(services.turns);
  const maskError = maskDepartures(face.maskError);
  const yoga = createGraphqlServer({ face, streams, maskError });
  const executor = new Executor({ yoga, maskError });
  const connections = new SingleConnections({ executor, streams, reservationMs: 30_000, onError });
  const sockets = new GraphqlSockets({ protocol: createSocketProtocol({ executor, identify }), heartbeatMs, onError });

  const app = new Hono<GatewayEnv>();
  app.use(secureHeaders({ crossOriginResourcePolicy: false, referrerPolicy: 'no-referrer' }));
  app.use(cors({ origin: (origin) => (corsOrigins.includes(origin) ? origin : null), credentials: true }));
  app.use(async (context, next) => {
    if (isForeignWrite(context.req.raw, corsOrigins)) {
      throw new GatewayError('forbidden', 'This origin may not call the gateway; see KNOWQL_CORS_ORIGINS.');
    }
    await next();
    if (shuttingDown) context.header('connection', 'close');
  });

  addResource(app, '/health', { GET: () => healthResponse() });
  addResource(app, '/ready', {
    GET: () => readinessResponse({ checks: options.readiness, isShuttingDown: () => shuttingDown, onError }),
  });

  app.use(async (context, next) => {
    context.set('viewer', await identify(context.req.header('authorization') ?? null));
    await next();
  });
  addGraphqlRoutes(app, {
    serve: (request, context) => yoga.fetch(request, context),
    connections,
    graphiql: createGraphiql(face.example),
    onError,
  });
  addApiRoutes(app, { services, frames, streams });
  app.get('*', (context, next) => {
    const page = options.pages.respond(context.req.raw);
    return page === undefined ? next() : Promise.resolve(page);
  });
  app.notFound(() =>
    Response.json({ error: { code: 'bad_request', message: 'There is nothing at this path.' } }, { status: 404 }),
  );
  app.onError((caught) => {
    const error = toGatewayError(caught);
    if (isOwnFailure(error)) onError(caught);
    return errorResponse(error);
  });

  return {
    fetch: (request) => app.fetch(request),
    upgrade: (request, socket, head) => {
      const refusal = refuseUpgrade(request, { corsOrigins, isShuttingDown: () => shuttingDown });
      if (refusal !== undefined) answerRefusal(socket, refusal);
      else sockets.upgrade(request, socket, head);
    },
    counts: () => ({
      eventStreams: streams.size,
      sharedConnections: connections.counts.connections,
      sockets: sockets.counts.connections,
      followedTurns: frames.size,
      operations: connections.counts.operations + sockets.counts.operations,
    }),
    startShutdown: () => {
      shuttingDown = true;
    },
    closeStreams: () => {
      shuttingDown = true;
      connections.close();
      streams.close();
      sockets.close();
    },
  };
}
