import type { FormattedExecutionResult } from 'graphql';
import { createClient as createSseClient, NetworkError } from 'graphql-sse';
import { createClient as createSocketClient } from 'graphql-ws';
import type { Sink } from './follow-query.ts';
import { createLiveFetch } from './live-fetch.ts';

export interface LiveRequest {
  readonly query: string;
  readonly variables?: Record<string, unknown> | undefined;
  readonly operationName?: string | null | undefined;
}

/** Subscriptions over one transport. GraphQL errors arrive as a result, a lost connection as a `LinkError`. */
export interface LiveClient {
  subscribe(request: LiveRequest, sink: Sink<FormattedExecutionResult>): () => void;
  dispose(): void;
}

export interface LiveClientOptions {
  /** Address of `/graphql`: `http(s)://…`, for WebSocket too. */
  readonly url: string;
  readonly transport: 'sse' | 'websocket';
  /** A `WebSocket` class where there is none globally, as in Node before 22. */
  readonly webSocket?: unknown;
}

/** A connection that was lost or refused. `fatal` says that trying again cannot help. */
export class LinkError extends Error {
  override readonly name = 'LinkError';
  readonly fatal: boolean;

  constructor(message: string, fatal: boolean, cause: unknown) {
    super(message, { cause });
    this.fatal = fatal;
  }
}

/** Neither client retries by itself: it would ask for the same `after` again. `followQuery` does it instead. */
export function createLiveClient(options: LiveClientOptions): LiveClient {
  return options.transport === 'sse' ? overSse(options.url) : overSocket(options.url, options.webSocket);
}

function overSse(url: string): LiveClient {
  const client = createSseClient({ url, retryAttempts: 0, fetchFn: createLiveFetch() });
  return {
    subscribe: (request, sink) =>
      client.subscribe(toPayload(request), {
        next: (result) => sink.next(result as FormattedExecutionResult),
        complete: () => sink.complete(),
        error(reason) {
          const status = reason instanceof NetworkError ? reason.response?.status : undefined;
          const message = status === undefined ? 'the connection was lost' : `the gateway answered ${status}`;
          sink.error(new LinkError(message, status !== undefined && isFatalStatus(status), reason));
        },
      }),
    dispose: () => client.dispose(),
  };
}

/** What the caller got wrong stays wrong; time-outs and rate limits pass. */
const isFatalStatus = (status: number) => status >= 400 && status < 500 && ![408, 425, 429].includes(status);

/** Milliseconds between pings, and how long their answers may take: a socket that died silently is closed after both. */
const PING_EVERY_MS = 12_000;
const PONG_WITHIN_MS = 10_000;

function overSocket(url: string, webSocket: unknown): LiveClient {
  let deadline: ReturnType<typeof setTimeout> | undefined;
  const client = createSocketClient({
    url: url.replace(/^http/, 'ws'),
    retryAttempts: 0,
    keepAlive: PING_EVERY_MS,
    ...(webSocket === undefined ? {} : { webSocketImpl: webSocket }),
    on: {
      ping(received) {
        if (!received) deadline = setTimeout(() => client.terminate(), PONG_WITHIN_MS);
      },
      pong(received) {
        if (received) clearTimeout(deadline);
      },
      closed: () => clearTimeout(deadline),
    },
  });
  return {
    subscribe: (request, sink) =>
      client.subscribe(toPayload(request), {
        next: (result) => sink.next(result as FormattedExecutionResult),
        complete: () => sink.complete(),
        error(reason) {
          if (Array.isArray(reason)) {
            sink.next({ errors: reason });
            sink.complete();
          } else {
            sink.error(new LinkError('the socket was closed', isFatalClose(reason), reason));
          }
        },
      }),
    dispose: () => void client.dispose(),
  };
}

/** Close codes of the graphql-transport-ws protocol: 44xx blame the client, but for its two time-outs. */
function isFatalClose(reason: unknown): boolean {
  const code = (reason as { readonly code?: unknown } | null)?.code;
  return typeof code === 'number' && code >= 4400 && code < 4500 && ![4408, 4429].includes(code);
}

function toPayload({ query, variables, operationName }: LiveRequest) {
  return { query, ...(variables && { variables }), ...(operationName && { operationName }) };
}
