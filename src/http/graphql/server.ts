import { useCSRFPrevention } from '@graphql-yoga/plugin-csrf-prevention';
import { GraphQLError } from 'graphql';
import { createYoga } from 'graphql-yoga';
import { isStop } from '../../lib/signals.ts';
import { MAX_JSON_BYTES } from '../body.ts';
import type { EventStreams } from '../sse/event-streams.ts';
import type { TransportContext } from './executor.ts';
import type { GraphqlFace } from './face.ts';
import { useGatewayTransport } from './transport-plugin.ts';

/** Headers that a browser does not send across origins without asking first. */
const CSRF_HEADERS = ['x-graphql-yoga-csrf', 'graphql-require-preflight', 'apollo-require-preflight'];

export interface GraphqlServerOptions {
  readonly face: GraphqlFace;
  readonly streams: EventStreams;
  readonly onError: (error: unknown) => void;
}

/** The GraphQL server behind every transport. CORS, GraphiQL and health are the gateway's, for all its paths alike. */
export function createGraphqlServer({ face, streams, onError }: GraphqlServerOptions) {
  return createYoga<TransportContext, object>({
    schema: face.schema,
    context: ({ viewer, operation }) => face.createContext({ viewer, signal: operation.signal }),
    graphqlEndpoint: '/graphql',
    // The platform's own classes: streams and requests pass through without being copied.
    fetchAPI: { fetch, Request, Response, Headers, ReadableStream, TransformStream, URL, URLSearchParams },
    cors: false,
    graphiql: false,
    landingPage: false,
    multipart: false,
    maxRequestBodySize: MAX_JSON_BYTES,
    maskedErrors: { maskError: (error) => face.maskError(error), errorMessage: 'internal' },
    logging: { debug() {}, info() {}, warn() {}, error: (error: unknown) => reportUnlessLeft(error, onError) },
    plugins: [useGatewayTransport(streams), useCSRFPrevention({ requestHeaders: CSRF_HEADERS }), ...face.plugins],
  });
}

/** That a client left while something waited for it is no failure. */
function reportUnlessLeft(error: unknown, onError: (error: unknown) => void): void {
  const origin = error instanceof GraphQLError ? error.originalError : error;
  if (!isStop(origin, 'disconnected')) onError(origin ?? error);
}
