import type { Hono } from 'hono';
import { GatewayError, isOwnFailure, toGatewayError } from '../../errors.ts';
import { addResource, type GatewayEnv, type Handler } from '../resource.ts';
import type { TransportContext } from './executor.ts';
import { Operation } from './operation.ts';
import { plainErrors, type SingleConnections, UnknownStream } from './single-connection.ts';

export interface GraphqlRoutesOptions {
  readonly serve: (request: Request, context: TransportContext) => Promise<Response> | Response;
  readonly connections: SingleConnections;
  readonly graphiql: (request: Request) => Promise<Response>;
  readonly onError: (error: unknown) => void;
}

/** GraphQL over HTTP on /graphql, over a single event stream on /graphql/stream. */
export function addGraphqlRoutes(app: Hono<GatewayEnv>, options: GraphqlRoutesOptions): void {
  const { serve, connections, graphiql, onError } = options;

  const distinct: Handler = async ({ req, var: { viewer } }) => {
    const operation = new Operation(req.raw.signal);
    const response = await serve(req.raw, { viewer, operation });
    // An event stream ends its operation itself.
    if (response.headers.get('content-type')?.startsWith('text/event-stream') !== true) operation.end();
    return response;
  };

  app.get('/graphql', (context, next) => {
    const wantsPage = context.req.header('accept')?.includes('text/html') === true;
    return wantsPage ? graphiql(context.req.raw) : next();
  });
  // Every method: the GraphQL server knows which of them it has, and says so.
  app.all('/graphql', distinct);

  const shared =
    (
      handle: (token: string, request: Request, viewer: TransportContext['viewer']) => Response | Promise<Response>,
    ): Handler =>
    async ({ req, var: { viewer } }) => {
      const token = connections.tokenOf(req.raw);
      try {
        if (token === null) throw new UnknownStream();
        return await handle(token, req.raw, viewer);
      } catch (error) {
        return toRefusal(error, onError);
      }
    };

  addResource(app, '/graphql/stream', {
    PUT: ({ var: { viewer } }) => {
      try {
        return connections.reserve(viewer);
      } catch (error) {
        return toRefusal(error, onError);
      }
    },
    GET: shared((token, request, viewer) =>
      request.method === 'HEAD' ? new Response(null) : connections.open(token, viewer),
    ),
    POST: (context) => {
      if (connections.tokenOf(context.req.raw) !== null) return shared((...of) => connections.run(...of))(context);
      const { raw } = context.req;
      const { viewer } = context.var;
      const operation = new Operation(raw.signal);
      return serve(new Request(new URL('/graphql', raw.url), raw), { viewer, operation });
    },
    DELETE: shared((token, request, viewer) => connections.stop(token, request, viewer)),
  });
}

/** Refusals on /graphql/stream are in the words of GraphQL, not of the JSON binding. */
function toRefusal(caught: unknown, onError: (error: unknown) => void): Response {
  if (caught instanceof UnknownStream)
    return plainErrors(404, 'There is no stream of that token: reserve one with PUT.');
  const error: GatewayError = toGatewayError(caught);
  if (isOwnFailure(error)) onError(caught);
  const { code, field, message, status } = error;
  return Response.json(
    { errors: [{ message, extensions: { code, ...(field === undefined ? {} : { field }) } }] },
    { status },
  );
}
