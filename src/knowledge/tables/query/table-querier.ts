import type { TableAnswer } from '../../../engine/ports/tables.ts';
import { GatewayError } from '../../../errors.ts';
import { type Clock, systemClock } from '../../../lib/clock.ts';
import { Gate } from '../../../lib/gate.ts';
import { StopError } from '../../../lib/signals.ts';
import type { TableJob, TableOutcome } from './protocol.ts';
import { type Budget, QueryProcess } from './query-process.ts';

export interface TableQuerierSettings {
  /** Milliseconds that one statement may take; its process's start is not counted. */
  readonly budgetMs?: number;
  /** Milliseconds that a process is kept for the next statement. */
  readonly idleMs?: number;
  /** Measures the budget. */
  readonly clock?: Pick<Clock, 'sleep'>;
}

/** UTF-16 units. */
export const MAX_SQL = 10_000;
export const MAX_ROWS = 1_000;
const AT_ONCE = 2;

/** Runs statements over tables, a few at once, in processes that start with the first of them. */
export class TableQuerier implements AsyncDisposable {
  readonly #budget: Budget;
  readonly #idleMs: number;
  readonly #gate = new Gate(AT_ONCE);
  readonly #idle = new Map<QueryProcess, NodeJS.Timeout>();
  readonly #running = new Set<Promise<unknown>>();
  readonly #closing = new AbortController();

  constructor({ budgetMs = 5_000, idleMs = 30_000, clock = systemClock }: TableQuerierSettings = {}) {
    this.#budget = { clock, budgetMs };
    this.#idleMs = idleMs;
  }

  /** @throws GatewayError `bad_request` for a statement that cannot run, with what is wrong about it. */
  async query(job: TableJob, signal: AbortSignal): Promise<TableAnswer> {
    if (job.sql.length > MAX_SQL) throw fault('sql', `sql must have at most ${MAX_SQL} characters.`);
    if (!Number.isInteger(job.limit) || job.limit < 1 || job.limit > MAX_ROWS) {
      throw fault('limit', `limit must be a whole number from 1 to ${MAX_ROWS}.`);
    }
    const either = AbortSignal.any([signal, this.#closing.signal]);
    const outcome = await this.#gate.run(() => this.#run(job, either), either);
    if ('fault' in outcome) throw fault('sql', outcome.fault);
    return outcome.answer;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.abort(new StopError('shutdown', 'the gateway is shutting down'));
    await Promise.allSettled(this.#running); // whoever asked was told
    await Promise.all([...this.#idle.keys()].map((process) => this.#end(process)));
  }

  #run(job: TableJob, signal: AbortSignal): Promise<TableOutcome> {
    const running = this.#runIn(job, signal).finally(() => this.#running.delete(running));
    this.#running.add(running);
    return running;
  }

  async #runIn(job: TableJob, signal: AbortSignal): Promise<TableOutcome> {
    const process = this.#takeIdle() ?? (await QueryProcess.start());
    try {
      return await process.run(job, this.#budget, signal);
    } finally {
      if (process.isAlive && !signal.aborted) this.#keep(process);
      else await process[Symbol.asyncDispose]();
    }
  }

  #takeIdle(): QueryProcess | undefined {
    for (const [process, timer] of this.#idle) {
      clearTimeout(timer);
      this.#idle.delete(process);
      if (process.isAlive) return process;
    }
    return undefined;
  }

  #keep(process: QueryProcess): void {
    process.rest();
    this.#idle.set(process, setTimeout(() => void this.#end(process), this.#idleMs).unref());
  }

  async #end(process: QueryProcess): Promise<void> {
    clearTimeout(this.#idle.get(process));
    this.#idle.delete(process);
    await process[Symbol.asyncDispose]();
  }
}

function fault(field: string, message: string): GatewayError {
  return new GatewayError('bad_request', message, { field });
}
