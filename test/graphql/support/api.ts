import type { ExecutionResult } from 'graphql';
import { createMaskError } from '../../../src/graphql/errors.ts';
import { EXAMPLE } from '../../../src/graphql/example.ts';
import { createLimits } from '../../../src/graphql/limits.ts';
import { schema } from '../../../src/graphql/schema.ts';
import { Operation } from '../../../src/http/graphql/operation.ts';
import { createGraphqlServer } from '../../../src/http/graphql/server.ts';
import { EventStreams } from '../../../src/http/sse/event-streams.ts';
import { systemClock } from '../../../src/lib/clock.ts';
import type { Services, Viewer } from '../../../src/runtime/services.ts';
import type { Database } from '../../../src/store/database.ts';
import { readEvents } from '../../support/sse-reader.ts';

// oxlint-disable-next-line typescript/no-explicit-any -- whatever the operation selects; tests say what they expect
type Data = Record<string, any>;

export interface Result extends Omit<ExecutionResult, 'data'> {
  readonly data: Data;
}

export interface Api {
  run(query: string, variables?: object): Promise<Result & { readonly status: number }>;
  /** The results of a subscription. Leaving the iteration is the client leaving. */
  follow(query: string, variables?: object): AsyncGenerator<Result, void>;
  /** What a client was told nothing about, oldest first. */
  readonly reported: readonly unknown[];
}

export interface ApiOptions {
  readonly database: Database;
  readonly viewer: Viewer;
  /** Without them the operations under test read the database alone. */
  readonly services?: Services;
}

const NO_SERVICES = new Proxy({} as Services, {
  get(_target, name) {
    throw new Error(`the operation called services.${String(name)}`);
  },
});

/** The GraphQL API in process: the server's own parsing, limits, execution and errors, without a socket. */
export function createApi({ database, viewer, services = NO_SERVICES }: ApiOptions): Api {
  const reported: unknown[] = [];
  const onError = (error: unknown) => reported.push(error);
  const maskError = createMaskError(onError);
  const server = createGraphqlServer({
    face: {
      schema,
      createContext: (scope) => ({ ...scope, services, database, clock: systemClock }),
      maskError,
      plugins: createLimits(),
      example: EXAMPLE,
    },
    streams: new EventStreams({ clock: systemClock, heartbeatMs: 12_000, onError }),
    maskError,
  });

  const send = (accept: string, body: object, signal: AbortSignal): Promise<Response> => {
    const headers = { 'content-type': 'application/json', accept };
    const request = new Request('http://gateway.test/graphql', { method: 'POST', headers, body: JSON.stringify(body) });
    return Promise.resolve(server.fetch(request, { viewer, operation: new Operation(signal) }));
  };

  return {
    reported,
    async run(query, variables = {}) {
      const client = new AbortController();
      const response = await send('application/graphql-response+json', { query, variables }, client.signal);
      return { status: response.status, ...((await response.json()) as Result) };
    },
    async *follow(query, variables = {}) {
      const client = new AbortController();
      try {
        const response = await send('text/event-stream', { query, variables }, client.signal);
        for await (const { event, data = '' } of readEvents(response)) {
          if (event === 'complete') return;
          yield JSON.parse(data) as Result;
        }
      } finally {
        client.abort();
      }
    },
  };
}
