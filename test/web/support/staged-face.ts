import { readFileSync } from 'node:fs';
import { GraphQLError } from 'graphql';
import { createSchema } from 'graphql-yoga';
import { GatewayError, toGatewayError } from '../../../src/errors.ts';
import type { GraphqlFace, OperationScope } from '../../../src/http/graphql/face.ts';
import type { ContextItem } from '../../../src/web/api/operations.ts';
import type { StagedTurn } from './staged-turn.ts';

export interface StagedSession {
  readonly id: string;
  readonly title: string;
  readonly createdAt: string;
  readonly scope: readonly string[];
  readonly turns: StagedTurn[];
}

export interface RunInput {
  readonly ask: string;
  readonly scope?: readonly string[];
  readonly sessionId?: string;
}

/** What the resolvers read and do. */
export interface StagedWorld {
  readonly contexts: () => readonly ContextItem[];
  readonly sessions: () => readonly StagedSession[];
  readonly turn: (id: string) => StagedTurn;
  readonly run: (input: RunInput) => StagedTurn;
}

const toConnection = (nodes: readonly object[]) => ({
  edges: nodes.map((node) => ({ node, cursor: '' })),
  pageInfo: { hasNextPage: false, hasPreviousPage: false, endCursor: null, startCursor: null },
});

/** The gateway's own schema over a world that a test plays. */
export function createStagedFace(world: StagedWorld): GraphqlFace {
  return {
    schema: createSchema<OperationScope>({
      typeDefs: readFileSync('schema.graphql', 'utf8'),
      resolverValidationOptions: { requireResolversForResolveType: 'ignore' },
      resolvers: {
        Query: {
          contexts: world.contexts,
          sessions: () => toConnection(world.sessions()),
          query: (_root, { id }: { id: string }) => world.turn(id),
          session(_root, { id }: { id: string }) {
            const session = world.sessions().find((known) => known.id === id);
            if (session === undefined) throw new GatewayError('session_not_found', `There is no session ${id}.`);
            return session;
          },
        },
        Session: { queries: ({ turns }: StagedSession) => toConnection(turns) },
        Mutation: {
          runQuery: (_root, { input }: { input: RunInput }) => world.run(input),
          cancelQuery(_root, { id }: { id: string }) {
            world.turn(id).cancel();
            return world.turn(id);
          },
        },
        Subscription: {
          queryEvents: {
            subscribe: (_root, { queryId, after }: { queryId: string; after?: number }, { signal }) =>
              world.turn(queryId).follow(after ?? 0, signal),
          },
        },
      },
    }),
    createContext: (scope) => scope,
    maskError(error) {
      const caught = error instanceof GraphQLError && error.originalError ? error.originalError : error;
      if (caught instanceof GraphQLError) return caught;
      const { message, code, retryable } = toGatewayError(caught);
      return new GraphQLError(message, { extensions: { code, retryable } });
    },
    plugins: [],
    example: 'query { contexts { slug } }',
  };
}
