import { GraphQLError, parse } from 'graphql';
import { createSchema } from 'graphql-yoga';
import type { QueryEvent } from '../../src/engine/events.ts';
import { outputText } from '../../src/engine/fold.ts';
import { toGatewayError } from '../../src/errors.ts';
import type { GraphqlFace, OperationScope } from '../../src/http/graphql/face.ts';
import type { MemoryTurns } from './memory-turns.ts';

interface Context extends OperationScope {
  readonly turns: MemoryTurns;
}

/** A GraphQL API just large enough to try every transport on: a query, a mutation, a subscription over real events. */
export function createTinyFace(turns: MemoryTurns, report: (error: unknown) => void): GraphqlFace {
  return {
    schema: createSchema<Context>({
      typeDefs: parse(/* GraphQL */ `
        type Query {
          hello: String!
          text(queryId: ID!): String!
          broken: String!
        }
        type Mutation {
          ask(ask: String!): ID!
        }
        type Subscription {
          queryEvents(queryId: ID!, after: Int = 0): QueryEvent!
        }
        type QueryEvent {
          seq: Int!
          type: String!
          delta: String
        }
      `),
      resolvers: {
        Query: {
          hello: () => 'hello',
          text: async (_root, { queryId }: { queryId: string }, { viewer }) =>
            outputText(await turns.get(queryId, viewer)),
          broken: () => {
            throw new Error('postgresql://user:secret@host/db');
          },
        },
        Mutation: {
          ask: async (_root, { ask }: { ask: string }, { viewer }) => (await turns.submit({ ask }, { viewer })).id,
        },
        Subscription: {
          queryEvents: {
            subscribe: async (_root, { queryId, after }: { queryId: string; after: number }, { viewer, signal }) =>
              turns.follow(queryId, after, viewer, signal),
            resolve: ({ seq, event }: QueryEvent) => ({
              seq,
              type: event.type,
              delta: event.type === 'response.output_text.delta' ? event.delta : null,
            }),
          },
        },
      },
    }),
    createContext: (scope) => ({ ...scope, turns }),
    maskError(caught) {
      if (caught instanceof GraphQLError && caught.originalError == null) return caught;
      const { code, message, field } = toGatewayError(caught instanceof GraphQLError ? caught.originalError : caught);
      if (code === 'internal') report(caught);
      const { nodes = [], path = [] } = caught instanceof GraphQLError ? caught : {};
      return new GraphQLError(message, {
        nodes,
        path,
        extensions: { code, ...(field === undefined ? {} : { field }) },
      });
    },
    plugins: [],
    example: 'query Example { hello }',
  };
}
