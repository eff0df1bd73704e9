import { ApolloClient, ApolloLink, HttpLink, InMemoryCache, Observable } from '@apollo/client';
import { OperationTypeNode, print } from 'graphql';
import { createLiveClient, type LiveClient, type LiveClientOptions } from './live-client.ts';

const EVENT_TYPES = [
  'CreatedEvent',
  'StepEvent',
  'OutputTextDeltaEvent',
  'TurnRollupEvent',
  'SynthesisEvent',
  'TraceEvent',
  'TerminalEvent',
];

const replace = <T>(_existing: unknown, incoming: T): T => incoming;

/** An Apollo client whose subscriptions run over `transport`. Dispose of it when it is done. */
export function createKnowqlClient(options: LiveClientOptions): { readonly client: ApolloClient } & Disposable {
  const live = createLiveClient(options);
  const client = new ApolloClient({
    cache: createCache(),
    link: ApolloLink.split(
      ({ operationType }) => operationType === OperationTypeNode.SUBSCRIPTION,
      createLiveLink(live),
      new HttpLink({ uri: options.url }),
    ),
  });
  return {
    client,
    [Symbol.dispose]() {
      client.stop();
      live.dispose();
    },
  };
}

function createCache(): InMemoryCache {
  return new InMemoryCache({
    possibleTypes: { QueryEvent: EVENT_TYPES },
    typePolicies: {
      // Events pass by; only what they carry is kept. Without this each delta would stay in the cache for good.
      ...Object.fromEntries(EVENT_TYPES.map((type) => [type, { keyFields: false as const }])),
      Subscription: { fields: { queryEvents: { keyArgs: false, merge: replace } } },
      // The newer list is the whole list; its items are merged by their ids.
      KnowQLQuery: { fields: { steps: { merge: replace }, citations: { merge: replace } } },
    },
  });
}

function createLiveLink(live: LiveClient): ApolloLink {
  return new ApolloLink(
    ({ query, variables, operationName }) =>
      new Observable((observer) => live.subscribe({ query: print(query), variables, operationName }, observer)),
  );
}
