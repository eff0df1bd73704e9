import * as apolloClient from '../../../examples/apollo/client.ts';
import * as apolloOperations from '../../../examples/apollo/operations.ts';
import * as apolloTurns from '../../../examples/apollo/turns.ts';
import * as urqlClient from '../../../examples/urql/client.ts';
import type { LiveClientOptions } from '../../../examples/urql/live-client.ts';
import type { RunInput, Turn, TurnEvent, TurnStatus } from '../../../examples/urql/operations.ts';
import * as urqlOperations from '../../../examples/urql/operations.ts';
import * as urqlTurns from '../../../examples/urql/turns.ts';

type FollowOptions = urqlTurns.FollowTurnOptions;

/** What both recipes can do, so that one test tries them both. */
export interface Recipe extends Disposable {
  start(input: RunInput): Promise<Turn>;
  follow(id: string, options?: FollowOptions): AsyncGenerator<TurnEvent>;
  cancel(id: string): Promise<void>;
  /** Reads the turn through the cache, and reports every state that the cache has of it from then on. */
  watch(id: string, onStatus: (status: TurnStatus, citations: number) => void): () => void;
}

export const RECIPES: Readonly<Record<'urql' | 'apollo', (options: LiveClientOptions) => Recipe>> = {
  urql(options) {
    const owned = urqlClient.createKnowqlClient(options);
    const { client } = owned;
    return {
      start: (input) => urqlTurns.startTurn(client, input),
      follow: (id, follow) => urqlTurns.followTurn(client, id, follow),
      cancel: (id) => urqlTurns.cancelTurn(client, id),
      watch(id, onStatus) {
        const watched = client.query(urqlOperations.TURN, { id }).subscribe(({ data }) => {
          if (data?.query) onStatus(data.query.status, data.query.citations.length);
        });
        return () => watched.unsubscribe();
      },
      [Symbol.dispose]: () => owned[Symbol.dispose](),
    };
  },

  apollo(options) {
    const owned = apolloClient.createKnowqlClient(options);
    const { client } = owned;
    return {
      start: (input) => apolloTurns.startTurn(client, input),
      follow: (id, follow) => apolloTurns.followTurn(client, id, follow),
      cancel: (id) => apolloTurns.cancelTurn(client, id),
      watch(id, onStatus) {
        const watched = client
          .watchQuery({ query: apolloOperations.TURN, variables: { id } })
          .subscribe(({ data, dataState }) => {
            if (dataState === 'complete' && data.query) onStatus(data.query.status, data.query.citations.length);
          });
        return () => watched.unsubscribe();
      },
      [Symbol.dispose]: () => owned[Symbol.dispose](),
    };
  },
};
