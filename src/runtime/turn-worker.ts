import { randomUUID } from 'node:crypto';
import { publicMessage } from '../engine/ending.ts';
import { isTerminal, type TerminalEvent } from '../engine/events.ts';
import { runTurn, type TurnPorts } from '../engine/turn.ts';
import type { TurnInput } from '../engine/turn-input.ts';
import type { QueryRequest } from '../knowql/query.ts';
import type { Clock } from '../lib/clock.ts';
import { Gate } from '../lib/gate.ts';
import { isStop, StopError, type StopReason } from '../lib/signals.ts';
import type { Database } from '../store/database.ts';
import { claimTurns, extendLeases } from '../store/lease.ts';
import { EventWriter } from './event-writer.ts';
import type { Lifecycle } from './lifecycle.ts';
import { TurnLog } from './turn-log.ts';

/** A turn that this worker holds. */
export interface HeldTurn {
  readonly queryId: string;
  readonly workspaceId: string;
  readonly sessionId: string;
  readonly request: QueryRequest;
}

export interface TurnWorkerOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly ports: TurnPorts;
  readonly lifecycle: Lifecycle;
  /** Reads what the turn needs to run. What it throws ends the turn as failed. */
  readonly prepare: (turn: HeldTurn) => Promise<TurnInput>;
  /** Turns that compose at the same time; the others wait, their leases kept alive. */
  readonly concurrency: number;
  /** How long the worker may be silent before its turns are taken for dead. */
  readonly leaseMs: number;
}

interface RunningTurn {
  readonly controller: AbortController;
  readonly done: Promise<void>;
}

/**
 * Runs turns. A turn is `in_progress` and either waits (no lease) or is held by one worker (owner and end of lease).
 *
 *     accepted ── background ──▶ waiting ── claim ──▶ held ──▶ terminal
 *        └───────── sync, stream ───────────────────▶ held     ▲
 *                                                      └─ lease runs out ─ reaper
 *
 * Every write to a held turn is guarded by its lease, so that of a worker that was taken for dead and the reaper that
 * ended its turn only one is heard. A turn that had begun is never begun again: what a model was asked is not asked
 * twice.
 */
export class TurnWorker {
  /** Unique over processes and restarts. */
  readonly owner = `worker_${randomUUID()}`;
  readonly #options: TurnWorkerOptions;
  readonly #gate: Gate;
  readonly #running = new Map<string, RunningTurn>();
  #closed = false;
  /** Whether what runs in a closed worker has had its time. */
  #overdue = false;
  #claiming: Promise<void> | undefined;
  #claimAgain = false;

  constructor(options: TurnWorkerOptions) {
    this.#options = options;
    this.#gate = new Gate(options.concurrency);
  }

  get running(): number {
    return this.#running.size;
  }

  /** The lease for a turn that is about to be inserted and then handed to `start`. */
  lease(): { readonly owner: string; readonly expiresAt: Date } {
    return { owner: this.owner, expiresAt: this.#leaseEnd() };
  }

  /** Runs a turn that this worker holds. Returns at once. */
  start(turn: HeldTurn): void {
    const controller = new AbortController();
    const done = this.#run(turn, controller)
      .catch((error: unknown) => {
        this.#options.lifecycle.emit('fault', { during: 'turn', error });
      })
      .finally(() => {
        this.#running.delete(turn.queryId);
        this.claim();
      });
    this.#running.set(turn.queryId, { controller, done });
    if (this.#overdue) this.#shutDown(turn.queryId);
  }

  /** Looks for waiting turns, as many as there is room for. */
  claim(): void {
    if (this.#closed) return;
    if (this.#claiming !== undefined) {
      this.#claimAgain = true;
      return;
    }
    this.#claimAgain = false;
    this.#claiming = this.#claimOnce()
      .catch((error: unknown) => {
        this.#options.lifecycle.emit('fault', { during: 'claim', error });
      })
      .finally(() => {
        this.#claiming = undefined;
        if (this.#claimAgain) this.claim();
      });
  }

  /** Stops a turn if it runs here. */
  stop(queryId: string, reason: StopReason, message: string): void {
    this.#running.get(queryId)?.controller.abort(new StopError(reason, message));
  }

  /** Prolongs the leases of the turns that run here, and hears what it may have missed about them. */
  async heartbeat(): Promise<void> {
    const queryIds = [...this.#running.keys()];
    if (queryIds.length === 0) return;
    const held = await extendLeases(this.#options.db, { owner: this.owner, queryIds, until: this.#leaseEnd() });
    const cancelRequested = new Map(held.map((lease) => [lease.queryId, lease.cancelRequested]));
    for (const queryId of queryIds) {
      const cancelled = cancelRequested.get(queryId);
      if (cancelled === undefined) this.stop(queryId, 'lease_lost', 'the lease of the turn is gone');
      else if (cancelled) this.stop(queryId, 'cancelled', 'the turn was cancelled');
    }
  }

  /**
   * Takes no more waiting turns, lets the running ones end within `graceMs`, then stops them. Turns that are still
   * started meanwhile, by requests that were under way, have the rest of that time.
   */
  async close(graceMs: number): Promise<void> {
    this.#closed = true;
    await this.#claiming;
    const ended = this.#after(graceMs, () => {
      this.#overdue = true;
      for (const queryId of this.#running.keys()) this.#shutDown(queryId);
    });
    while (this.#running.size > 0) await Promise.all([...this.#running.values()].map(({ done }) => done));
    ended.abort();
  }

  /** Acts when the time is up, unless what this returns is aborted first. */
  #after(ms: number, act: () => void): AbortController {
    const over = new AbortController();
    this.#options.clock.sleep(ms, over.signal).then(act, () => {}); // it rejects only when it is called off
    return over;
  }

  #shutDown(queryId: string): void {
    this.stop(queryId, 'shutdown', 'the gateway is shutting down');
  }

  async #claimOnce(): Promise<void> {
    const limit = this.#gate.free;
    if (limit === 0) return;
    const { db, clock } = this.#options;
    const now = clock.now();
    for (const turn of await claimTurns(db, { owner: this.owner, limit, now, until: this.#leaseEnd() }))
      this.start(turn);
  }

  async #run(turn: HeldTurn, controller: AbortController): Promise<void> {
    const { db, clock, lifecycle } = this.#options;
    const { queryId, workspaceId } = turn;
    const onRetry = (error: unknown) => lifecycle.emit('fault', { during: 'turn log', error });
    const log = new TurnLog(db, { lease: { queryId, owner: this.owner }, workspaceId, clock, onRetry });
    try {
      await this.#gate.run(() => this.#runInside(turn, log, controller), controller.signal);
    } catch (error) {
      if (isStop(error, 'lease_lost')) {
        lifecycle.emit('turn:lost', { queryId });
        return;
      }
      // Stopped while it stood in line, or what it needs could not be read: it ends without having begun.
      if (!isStop(error)) lifecycle.emit('fault', { during: 'turn', error });
      await this.#end(log, [endingOf(error)]);
    }
  }

  async #runInside(turn: HeldTurn, log: TurnLog, controller: AbortController): Promise<void> {
    const { clock, ports, lifecycle, prepare } = this.#options;
    const input = await prepare(turn);
    lifecycle.emit('turn:started', { queryId: turn.queryId });
    const { timeoutSeconds } = input.controls;
    const over = this.#after(timeoutSeconds * 1_000, () =>
      controller.abort(new StopError('timeout', `the turn ran for ${timeoutSeconds} s`)),
    );
    try {
      const writer = new EventWriter(log, clock);
      for await (const event of runTurn(input, ports, controller.signal)) {
        if (isTerminal(event)) await this.#end(log, [...(await writer.drain()), event]);
        else await writer.push(event);
      }
    } finally {
      over.abort();
    }
  }

  async #end(log: TurnLog, events: Parameters<TurnLog['finish']>[0]): Promise<void> {
    const { id: queryId, status, runtimeMs } = await log.finish(events);
    if (status !== 'in_progress') this.#options.lifecycle.emit('turn:ended', { queryId, status, runtimeMs });
  }

  #leaseEnd(): Date {
    return new Date(this.#options.clock.now().getTime() + this.#options.leaseMs);
  }
}

function endingOf(error: unknown): TerminalEvent {
  const result = {
    model: null,
    outputJson: null,
    citations: [],
    usage: { inputTokens: 0, outputTokens: 0, totalTokens: 0, costUsd: null },
    runtimeMs: 0,
  };
  if (isStop(error, 'cancelled')) {
    return { type: 'response.cancelled', error: 'The turn was cancelled before it began.', result };
  }
  const message = isStop(error, 'shutdown')
    ? 'The gateway was shut down before the turn began. Ask again.'
    : publicMessage(error);
  return { type: 'response.failed', error: message, result };
}
