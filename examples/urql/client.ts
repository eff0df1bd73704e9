import { Client, fetchExchange, subscriptionExchange } from '@urql/core';
import { type CacheExchangeOpts, cacheExchange } from '@urql/exchange-graphcache';
import introspection from './introspection.json' with { type: 'json' };
import { createLiveClient, type LiveClientOptions } from './live-client.ts';

const EVENT_TYPES = [
  'CreatedEvent',
  'StepEvent',
  'OutputTextDeltaEvent',
  'TurnRollupEvent',
  'SynthesisEvent',
  'TraceEvent',
  'TerminalEvent',
];

const embedded = () => null;

/** A urql client with a normalised cache, whose subscriptions run over `transport`. Dispose of it when it is done. */
export function createKnowqlClient(options: LiveClientOptions): { readonly client: Client } & Disposable {
  const live = createLiveClient(options);
  const client = new Client({
    url: options.url,
    preferGetMethod: false,
    exchanges: [
      cacheExchange({
        // Without the schema the cache would look for the fields of every event type in every event, and complain.
        schema: introspection as NonNullable<CacheExchangeOpts['schema']>,
        // Events pass by; only what they carry is kept. Without this each delta would stay in the cache for good.
        keys: Object.fromEntries(EVENT_TYPES.map((type) => [type, embedded])),
      }),
      fetchExchange,
      subscriptionExchange({
        forwardSubscription: ({ query = '', variables }) => ({
          subscribe: (sink) => ({ unsubscribe: live.subscribe({ query, variables }, sink) }),
        }),
      }),
    ],
  });
  return { client, [Symbol.dispose]: () => live.dispose() };
}
