import { type ApolloClient, CombinedGraphQLErrors } from '@apollo/client';
import { followQuery, type Subscribe } from './follow-query.ts';
import { LinkError } from './live-client.ts';
import { CANCEL_QUERY, QUERY_EVENTS, RUN_QUERY, type RunInput, type Turn, type TurnEvent } from './operations.ts';

/** Starts a turn and returns it while it runs. */
export async function startTurn(client: ApolloClient, input: RunInput): Promise<Turn> {
  const { data } = await client.mutate({ mutation: RUN_QUERY, variables: { input: { ...input, stream: true } } });
  if (data === undefined) throw new Error('the gateway answered without data');
  return data.runQuery;
}

/** Stops a turn. Whoever follows it sees it end as CANCELLED. */
export async function cancelTurn(client: ApolloClient, id: string): Promise<void> {
  await client.mutate({ mutation: CANCEL_QUERY, variables: { id } });
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
export function followTurn(
  client: ApolloClient,
  id: string,
  options: FollowTurnOptions = {},
): AsyncGenerator<TurnEvent> {
  return followQuery({
    ...options,
    subscribe: subscribeToEvents(client, id),
    isTerminal: ({ __typename }) => __typename === 'TerminalEvent',
    isFatal,
  });
}

function subscribeToEvents(client: ApolloClient, queryId: string): Subscribe<TurnEvent> {
  return (after, sink) => {
    const stream = client.subscribe({
      query: QUERY_EVENTS,
      variables: { queryId, after },
      // Equal operations would share one stream, and a second reader would join it in the middle.
      context: { queryDeduplication: false },
    });
    const subscription = stream.subscribe({
      next({ data, error }) {
        if (error !== undefined) sink.error(error);
        else if (data !== undefined) sink.next(data.queryEvents);
      },
      error: (reason: unknown) => sink.error(reason),
      complete: () => sink.complete(),
    });
    return () => subscription.unsubscribe();
  };
}

/** An answer with GraphQL errors is final (the turn is unknown, access is denied), unless it says to try again. */
function isFatal(reason: unknown): boolean {
  if (reason instanceof LinkError) return reason.fatal;
  if (!CombinedGraphQLErrors.is(reason)) return false;
  return reason.errors.every(({ extensions }) => extensions?.['retryable'] !== true);
}
