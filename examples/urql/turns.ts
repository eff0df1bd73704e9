import { type Client, CombinedError, createRequest } from '@urql/core';
import { onEnd, pipe, subscribe } from 'wonka';
import { followQuery, type Subscribe } from './follow-query.ts';
import { LinkError } from './live-client.ts';
import { CANCEL_QUERY, QUERY_EVENTS, RUN_QUERY, type RunInput, type Turn, type TurnEvent } from './operations.ts';

/** Starts a turn and returns it while it runs. */
export async function startTurn(client: Client, input: RunInput): Promise<Turn> {
  const { data, error } = await client.mutation(RUN_QUERY, { input: { ...input, stream: true } });
  if (data === undefined) throw error ?? new Error('the gateway answered without data');
  return data.runQuery;
}

/** Stops a turn. Whoever follows it sees it end as CANCELLED. */
export async function cancelTurn(client: Client, id: string): Promise<void> {
  const { error } = await client.mutation(CANCEL_QUERY, { id });
  if (error !== undefined) throw error;
}

export interface FollowTurnOptions {
  /** `seq` of the last event that you have; without it the turn is replayed from its start. */
  readonly after?: number;
  /** Leaves the stream. The turn goes on: use `cancelTurn` to stop it. */
  readonly signal?: AbortSignal;
  /** A chance to say that the connection is being restored. */
  readonly onDrop?: () => void;
}

/**
 * Everything that happens in a turn, each event once, however often the network drops. The terminal event also puts
 * the finished turn into the cache, so every component that shows it is redrawn.
 */
export function followTurn(client: Client, id: string, options: FollowTurnOptions = {}): AsyncGenerator<TurnEvent> {
  return followQuery({
    ...options,
    subscribe: subscribeToEvents(client, id),
    isTerminal: ({ __typename }) => __typename === 'TerminalEvent',
    isFatal,
  });
}

let subscriptions = 0;

function subscribeToEvents(client: Client, queryId: string): Subscribe<TurnEvent> {
  return (after, sink) => {
    const request = createRequest(QUERY_EVENTS, { queryId, after });
    // Equal operations share one stream in urql, and a second reader would join it in the middle. A key of its own
    // gives each reader the stream from where it asked.
    subscriptions += 1;
    const source = client.executeSubscription({ ...request, key: request.key + subscriptions });
    const subscription = pipe(
      source,
      onEnd(() => sink.complete()),
      subscribe(({ data, error }) => {
        if (error !== undefined) sink.error(error);
        else if (data !== undefined) sink.next(data.queryEvents);
      }),
    );
    return () => subscription.unsubscribe();
  };
}

/** An answer with GraphQL errors is final (the turn is unknown, access is denied), unless it says to try again. */
function isFatal(reason: unknown): boolean {
  if (!(reason instanceof CombinedError)) return false;
  if (reason.networkError !== undefined) return reason.networkError instanceof LinkError && reason.networkError.fatal;
  return reason.graphQLErrors.every(({ extensions }) => extensions['retryable'] !== true);
}
