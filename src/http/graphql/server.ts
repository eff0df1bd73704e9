import { useCSRFPrevention } from '@graphql-yoga/plugin-csrf-prevention';
import type { GraphQLError } from 'graphql';
import { createYoga } from 'graphql-yoga';
import type { EventStreams } from '../sse/event-streams.ts';
import type { TransportContext } from './executor.ts';
import type { GraphqlFace } from './face.ts';
import { useGatewayTransport } from './transport-plugin.ts';

/** Headers that a browser does not send across origins without asking first. */
const CSRF_HEADERS = ['x-graphql-yoga-csrf', 'graphql-require-preflight', 'apollo-require-preflight'];

export interface GraphqlServerOptions {
  readonly face: GraphqlFace;
  readonly streams: EventStreams;
  readonly maskError: (error: unknown) => GraphQLError;
}

/** The GraphQL server behind every transport. CORS, GraphiQL and health are the gateway's, for all its paths alike. */
export function createGraphqlServer({ face, streams, maskError }: GraphqlServerOptions) {
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
    // The transport reads the body, and bounds it.
    maxRequestBodySize: false,
    maskedErrors: { maskError, errorMessage: 'internal' },
    // What was masked is reported where it is masked; everything else is the client's own fault.
    logging: false,
    plugins: [useGatewayTransport(streams), useCSRFPrevention({ requestHeaders: CSRF_HEADERS }), ...face.plugins],
  });
}
