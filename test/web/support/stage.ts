import { type ErrorCode, GatewayError, toGatewayError } from '../../../src/errors.ts';
import { createGateway } from '../../../src/http/gateway.ts';
import { listen } from '../../../src/http/listen.ts';
import { loadPages } from '../../../src/http/pages.ts';
import { systemClock } from '../../../src/lib/clock.ts';
import type { Services } from '../../../src/runtime/services.ts';
import type { ContextItem } from '../../../src/web/api/operations.ts';
import { createStagedFace, type RunInput, type StagedSession } from './staged-face.ts';
import { StagedTurn } from './staged-turn.ts';

/** The gateway's transports, pages and schema, with turns that happen as the test says. */
export interface Stage extends AsyncDisposable {
  readonly url: string;
  contexts: readonly ContextItem[];
  /** What `runQuery` fails with. */
  refusal: { readonly code: ErrorCode; readonly message: string } | undefined;
  /** What whoever asks for a turn is told instead. */
  failure: GatewayError | undefined;
  /** The next turn that is asked, once it is. */
  nextTurn(): Promise<StagedTurn>;
}

export const CONTRACTS: ContextItem = {
  slug: 'contracts',
  title: 'Contracts',
  description: 'Agreements and addenda',
  kind: 'SEARCH',
  queryable: true,
  sourceCount: 14,
  sampleQueries: [],
};

/** `pagesDirectory` is a built page; without one there is only the API. */
export async function openStage(pagesDirectory = 'test/web/no-such-folder'): Promise<Stage> {
  const sessions: StagedSession[] = [];
  const turns = new Map<string, StagedTurn>();
  const asked: StagedTurn[] = [];
  let announce = () => {};

  function run({ ask, scope = [], sessionId }: RunInput): StagedTurn {
    if (stage.refusal !== undefined) throw new GatewayError(stage.refusal.code, stage.refusal.message);
    let session = sessions.find(({ id }) => id === sessionId);
    if (session === undefined) {
      const id = `ses_${sessions.length + 1}`;
      session = { id, title: ask, createdAt: '2026-03-02T09:30:00.000Z', scope, turns: [] };
      sessions.unshift(session);
    }
    const turn = new StagedTurn(`qry_${turns.size + 1}`, session.id, ask);
    turns.set(turn.id, turn);
    session.turns.push(turn);
    asked.push(turn);
    announce();
    return turn;
  }

  const face = createStagedFace({
    contexts: () => stage.contexts,
    sessions: () => sessions,
    run,
    turn(id) {
      if (stage.failure !== undefined) throw stage.failure;
      const turn = turns.get(id);
      if (turn === undefined) throw new GatewayError('query_not_found', `There is no query ${id}.`);
      return turn;
    },
  });
  const faults: unknown[] = [];
  const onError = (error: unknown) => {
    if (toGatewayError(error).code === 'internal') faults.push(error);
  };
  const gateway = createGateway({
    services: {} as Services, // the resolvers of the stage call none
    graphql: face,
    identify: () => Promise.resolve({ workspaceId: 'wsp_1' }),
    readiness: {},
    pages: await loadPages(pagesDirectory),
    corsOrigins: [],
    clock: systemClock,
    heartbeatMs: 12_000,
    onError,
  });
  const listening = await listen({ gateway, host: '127.0.0.1', port: 0, graceMs: 100, onError });

  const stage: Stage = {
    url: listening.address.url,
    contexts: [CONTRACTS],
    refusal: undefined,
    failure: undefined,
    async nextTurn() {
      for (;;) {
        const turn = asked.shift();
        if (turn !== undefined) return turn;
        await new Promise<void>((resolve) => {
          announce = resolve;
        });
      }
    },
    async [Symbol.asyncDispose]() {
      await listening.close();
      if (faults.length > 0) throw new AggregateError(faults, 'the gateway reported faults');
    },
  };
  return stage;
}
