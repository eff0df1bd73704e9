import { createClient as createSseClient } from 'graphql-sse';
import { createClient as createSocketClient } from 'graphql-ws';
import { WebSocket } from 'ws';
import { readEvents } from '../../support/sse-reader.ts';

/** An event as far as every transport tells it alike. */
export interface FollowedEvent {
  readonly seq: number;
  readonly type: string;
  readonly delta?: string;
}

/** A turn's events after `after`. Leaving it cuts the connection, without a word to the gateway where that can be. */
export type Follow = (url: string, queryId: string, after: number) => AsyncGenerator<FollowedEvent, void>;

const DOCUMENT = `subscription Follow($queryId: ID!, $after: Int) {
  queryEvents(queryId: $queryId, after: $after) { seq type ... on OutputTextDeltaEvent { delta } }
}`;

interface Result {
  readonly data?: { readonly queryEvents: FollowedEvent } | null | undefined;
  readonly errors?: readonly unknown[] | undefined;
}

interface Operations {
  readonly iterate: (operation: { query: string; variables: Record<string, unknown> }) => AsyncIterable<Result>;
  readonly cut: () => void;
}

async function* follow({ iterate, cut }: Operations, variables: Record<string, unknown>) {
  try {
    for await (const { data, errors } of iterate({ query: DOCUMENT, variables })) {
      if (errors !== undefined || data == null) throw new AggregateError(errors ?? [], 'a result with errors');
      yield data.queryEvents;
    }
  } finally {
    cut();
  }
}

const overSse =
  (path: string, singleConnection: boolean): Follow =>
  (url, queryId, after) => {
    const options = { url: `${url}${path}`, retryAttempts: 0 };
    const client = singleConnection
      ? createSseClient({ ...options, singleConnection: true })
      : createSseClient({ ...options, singleConnection: false });
    return follow(
      { iterate: (operation) => client.iterate(operation), cut: () => client.dispose() },
      { queryId, after },
    );
  };

const overSocket: Follow = (url, queryId, after) => {
  const client = createSocketClient({
    url: `${url.replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    retryAttempts: 0,
  });
  return follow(
    { iterate: (operation) => client.iterate(operation), cut: () => client.terminate() },
    { queryId, after },
  );
};

async function* overJson(url: string, queryId: string, after: number): AsyncGenerator<FollowedEvent, void> {
  const cut = new AbortController();
  const response = await fetch(`${url}/api/queries/${queryId}/events?after=${after}`, { signal: cut.signal });
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
  try {
    for await (const { event, id, data } of readEvents(response)) {
      if (event === 'query') return;
      const { delta } = JSON.parse(data ?? '{}') as { delta?: string };
      yield { seq: Number(id), type: event, ...(delta === undefined ? {} : { delta }) };
    }
  } finally {
    cut.abort();
  }
}

export const TRANSPORTS = {
  'distinct SSE': overSse('/graphql', false),
  'single-connection SSE': overSse('/graphql/stream', true),
  WebSocket: overSocket,
  'JSON SSE': overJson,
} as const satisfies Record<string, Follow>;
