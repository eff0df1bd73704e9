import { isTerminal, type QueryEvent, type TurnEvent, type TurnResult } from '../../src/engine/events.ts';
import { fold } from '../../src/engine/fold.ts';
import { GatewayError } from '../../src/errors.ts';
import { toCanonical } from '../../src/knowql/canonical.ts';
import type { Feedback, Query, QueryRequest, Trace } from '../../src/knowql/query.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { createIdFactory } from '../../src/lib/ids.ts';
import { jsonHash } from '../../src/lib/json.ts';
import { abortable } from '../../src/lib/signals.ts';
import type { SubmitOptions, TurnService, Viewer } from '../../src/runtime/services.ts';

interface Turn {
  readonly workspaceId: string;
  readonly request: QueryRequest;
  readonly events: TurnEvent[];
  changed: { readonly promise: Promise<void>; readonly resolve: () => void };
}

/** Turns without an engine: a test says itself what happens in them, event by event. */
export class MemoryTurns implements TurnService {
  readonly #turns = new Map<string, Turn>();
  readonly #keys = new Map<string, { readonly hash: string; readonly queryId: string }>();
  readonly #newId = createIdFactory(systemClock);
  /** Followers that wait at this moment. */
  waiting = 0;
  /** Called with the id of each new turn. */
  onSubmit: (queryId: string) => void = () => {};
  /** How often a log was followed. */
  follows = 0;

  async submit(request: QueryRequest, { viewer, idempotencyKey, warnings }: SubmitOptions): Promise<Query> {
    const hash = jsonHash(toCanonical('QueryRequest', request));
    const known = idempotencyKey === undefined ? undefined : this.#keys.get(idempotencyKey);
    if (known !== undefined && known.hash !== hash) {
      throw new GatewayError('idempotency_conflict', 'The key was used with another document.', {
        field: 'Idempotency-Key',
      });
    }
    if (known !== undefined) return this.get(known.queryId, viewer);
    const query: Query = {
      id: this.#newId('qry'),
      sessionId: request.sessionId ?? this.#newId('ses'),
      model: null,
      created: 1_790_000_000,
      status: 'in_progress',
      error: null,
      previousQueryId: null,
      input: [{ role: 'user', content: request.ask }],
      output: [],
      outputJson: null,
      citations: [],
      steps: [],
      usage: { inputTokens: 0, outputTokens: 0, totalTokens: 0 },
      runtimeMs: 0,
      ...(warnings === undefined ? {} : { warnings }),
    };
    const turn = { workspaceId: viewer.workspaceId, request, events: [], changed: deferred() };
    this.#turns.set(query.id, turn);
    if (idempotencyKey !== undefined) this.#keys.set(idempotencyKey, { hash, queryId: query.id });
    this.append(query.id, { type: 'response.created', query });
    this.onSubmit(query.id);
    return query;
  }

  append(queryId: string, ...events: readonly TurnEvent[]): void {
    const turn = this.#turns.get(queryId);
    if (turn === undefined) throw new Error(`no turn ${queryId}`);
    turn.events.push(...events);
    const { resolve } = turn.changed;
    turn.changed = deferred();
    resolve();
  }

  async get(queryId: string, viewer: Viewer): Promise<Query> {
    return fold(this.#find(queryId, viewer).events);
  }

  async wait(queryId: string, viewer: Viewer, signal: AbortSignal): Promise<Query> {
    for await (const _event of await this.follow(queryId, 0, viewer, signal));
    return this.get(queryId, viewer);
  }

  async follow(
    queryId: string,
    after: number,
    viewer: Viewer,
    signal: AbortSignal,
  ): Promise<AsyncIterable<QueryEvent>> {
    this.follows += 1;
    const turn = this.#find(queryId, viewer);
    if (after > turn.events.length) {
      throw new GatewayError('bad_request', `after must be at most ${turn.events.length}.`, { field: 'after' });
    }
    return this.#read(queryId, turn, after, signal);
  }

  async *#read(queryId: string, turn: Turn, after: number, signal: AbortSignal): AsyncGenerator<QueryEvent> {
    for (let seq = after; ; ) {
      for (const event of turn.events.slice(seq)) yield { queryId, seq: ++seq, event };
      const last = turn.events.at(-1);
      if (last !== undefined && isTerminal(last)) return;
      if (seq < turn.events.length) continue;
      this.waiting += 1;
      try {
        await abortable(turn.changed.promise, signal);
      } finally {
        this.waiting -= 1;
      }
    }
  }

  async cancel(queryId: string, viewer: Viewer): Promise<Query> {
    const query = await this.get(queryId, viewer);
    if (query.status !== 'in_progress') return query;
    this.append(queryId, { type: 'response.cancelled', error: 'Cancelled by the caller.', result: RESULT });
    return this.get(queryId, viewer);
  }

  async recordFeedback(queryId: string, feedback: Feedback, viewer: Viewer): Promise<Query> {
    return { ...(await this.get(queryId, viewer)), feedback };
  }

  async trace(queryId: string, viewer: Viewer): Promise<Trace> {
    const { steps } = await this.get(queryId, viewer);
    return { steps: steps.map(({ stepId, commentary }) => ({ stepId, commentary })), rollup: null };
  }

  #find(queryId: string, viewer: Viewer): Turn {
    const turn = this.#turns.get(queryId);
    if (turn?.workspaceId !== viewer.workspaceId)
      throw new GatewayError('query_not_found', `There is no query ${queryId}.`);
    return turn;
  }
}

export const RESULT: TurnResult = {
  model: 'local/extractive',
  outputJson: null,
  citations: [{ source: 'contracts/acme-msa.md', grounding: 'Net 30', kind: 'chunk', score: 1 }],
  usage: { inputTokens: 3_000_000_000, outputTokens: 5, totalTokens: 3_000_000_005, costUsd: null },
  runtimeMs: 12,
};

/** What happens in a turn that answers with `deltas`, after its creation. */
export function answer(...deltas: readonly string[]): readonly TurnEvent[] {
  return [
    { type: 'response.step', step: { stepId: 'stp_1', status: 'running', commentary: 'Looking for payment terms' } },
    { type: 'response.step', step: { stepId: 'stp_1', status: 'completed', commentary: 'Found 3 passages' } },
    ...deltas.map((delta) => ({ type: 'response.output_text.delta', delta }) as const),
    { type: 'response.turn_rollup', rollup: { nSteps: 1, nToolCalls: 0, totalHits: 3, durationMs: 12 } },
    { type: 'response.synthesis', synthesis: { status: 'completed', tokensIn: 5, tokensOut: 5, ms: 3 } },
    { type: 'response.trace', traceRef: 'traces/1' },
    { type: 'response.completed', result: RESULT },
  ];
}

function deferred(): Turn['changed'] {
  let resolve = () => {};
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
