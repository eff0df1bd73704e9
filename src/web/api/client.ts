import { createClient } from 'graphql-sse';
import type { Subscribe } from '../live/follow-query.ts';
import { createLiveFetch } from '../live/live-fetch.ts';
import * as operations from './operations.ts';
import { type GraphQLErrorItem, Problem, problemOf, toProblem } from './problem.ts';

interface Result<T> {
  readonly data?: T | null;
  readonly errors?: readonly GraphQLErrorItem[];
}

export interface RunInput {
  readonly ask: string;
  readonly scope?: readonly string[];
  readonly sessionId?: string;
}

export type SessionPage = operations.SessionItem & { readonly queries: operations.Page<operations.TurnItem> };

/** The gateway as the page uses it. Everything rejects with a `Problem`. */
export interface Api {
  contexts(): Promise<readonly operations.ContextItem[]>;
  sessions(after?: string): Promise<operations.Page<operations.SessionItem>>;
  session(id: string, after?: string): Promise<SessionPage>;
  /** Accepts the turn and returns it while it runs. */
  run(input: RunInput): Promise<operations.TurnItem>;
  cancel(queryId: string): Promise<void>;
  events(queryId: string): Subscribe<operations.TurnEvent>;
}

export function createApi(url: string): Api {
  // Coming back is `followQuery`'s business: it knows from where. The client alone would ask for the same `after` again.
  const stream = createClient({ url, retryAttempts: 0, fetchFn: createLiveFetch() });

  async function request<T>(query: string, variables: Readonly<Record<string, unknown>> = {}): Promise<T> {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/graphql-response+json, application/json' },
      body: JSON.stringify({ query, variables }),
    }).catch((error: unknown) => {
      throw toProblem(error);
    });
    const result = (await response.json().catch((error: unknown) => {
      throw new Problem('internal', `The gateway answered ${response.status} without a result.`, { cause: error });
    })) as Result<T>;
    if (result.errors !== undefined && result.errors.length > 0) throw problemOf(result.errors);
    if (result.data == null) throw new Problem('internal', `The gateway answered ${response.status} without a result.`);
    return result.data;
  }

  return {
    async contexts() {
      const data = await request<{ contexts: readonly operations.ContextItem[] }>(operations.CONTEXTS);
      return data.contexts;
    },
    async sessions(after) {
      const data = await request<{ sessions: operations.Page<operations.SessionItem> }>(operations.SESSIONS, { after });
      return data.sessions;
    },
    async session(id, after) {
      const data = await request<{ session: SessionPage | null }>(operations.SESSION, { id, after });
      if (data.session === null) throw new Problem('session_not_found', 'There is no such session.');
      return data.session;
    },
    async run(input) {
      const variables = { input: { ...input, stream: true } };
      return (await request<{ runQuery: operations.TurnItem }>(operations.RUN_QUERY, variables)).runQuery;
    },
    async cancel(queryId) {
      await request(operations.CANCEL_QUERY, { id: queryId });
    },
    events: (queryId) => (after, sink) =>
      stream.subscribe<{ queryEvents: operations.TurnEvent }>(
        { query: operations.QUERY_EVENTS, variables: { queryId, after } },
        {
          next({ data, errors }) {
            if (errors !== undefined && errors.length > 0) sink.error(problemOf(errors));
            else if (data != null) sink.next(data.queryEvents);
          },
          error: (reason) => sink.error(toProblem(reason)),
          complete: () => sink.complete(),
        },
      ),
  };
}
