import type { GraphQLError, GraphQLSchema } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { Viewer } from '../../runtime/services.ts';

/** Whose operation it is, and until when it is wanted. */
export interface OperationScope {
  readonly viewer: Viewer;
  /** Aborts when the client has left or has completed the operation. Whatever an operation waits for ends on it. */
  readonly signal: AbortSignal;
}

/** All that the transports know of the GraphQL API. */
export interface GraphqlFace {
  readonly schema: GraphQLSchema;
  /** Makes the context value of one operation. */
  readonly createContext: (scope: OperationScope) => object;
  /**
   * What a client is told of a value that was thrown: a `GraphQLError` whose `extensions.code` is of the closed list.
   * It reports by itself what the client is told nothing about.
   */
  readonly maskError: (error: unknown) => GraphQLError;
  /** Limits on depth, aliases, tokens and cost. */
  readonly plugins: readonly Plugin<object>[];
  /** What GraphiQL opens on. */
  readonly example: string;
}
