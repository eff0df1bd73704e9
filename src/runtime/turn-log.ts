import { isTerminal, type TurnEvent } from '../engine/events.ts';
import type { EventSink } from '../engine/ports/turn.ts';
import type { Query } from '../knowql/query.ts';
import type { Clock } from '../lib/clock.ts';
import { isStop } from '../lib/signals.ts';
import type { Database } from '../store/database.ts';
import { appendEvents } from '../store/event-log.ts';
import { finishTurn } from '../store/finish-turn.ts';
import type { Lease } from '../store/lease.ts';
import { getTurn, turnHead } from '../store/turns.ts';

/** How long a write is tried again while the database is away; the lease ends in about that time anyway. */
const PATIENCE_MS = 30_000;
const RETRY_MS = 250;

export interface TurnLogOptions {
  readonly lease: Lease;
  readonly workspaceId: string;
  readonly clock: Clock;
  /** Told of each write that failed and is tried again. */
  readonly onRetry: (error: unknown) => void;
}

/**
 * A running turn's way to its log. A write whose connection broke may or may not have been committed: since nobody
 * but the holder of the lease writes to the log, its length tells, and nothing is ever written twice.
 */
export class TurnLog implements EventSink {
  readonly #db: Database;
  readonly #options: TurnLogOptions;
  /** `seq` of the last event known to be written; the first is `response.created`. */
  #length = 1;

  constructor(db: Database, options: TurnLogOptions) {
    this.#db = db;
    this.#options = options;
  }

  /** @throws StopError `lease_lost` when the turn is another's by now; or the last error when patience ends. */
  async append(events: readonly TurnEvent[]): Promise<void> {
    const target = this.#length + events.length;
    await this.#insist(async (isRetry) => {
      if (!isRetry || (await this.#head())?.lastSeq !== target)
        await appendEvents(this.#db, this.#options.lease, events);
    });
    this.#length = target;
  }

  /** Writes the turn's last events, the very last of them terminal, and everything that follows from them. */
  async finish(events: readonly TurnEvent[]): Promise<Query> {
    const { lease, workspaceId, clock } = this.#options;
    const target = this.#length + events.length;
    const last = events.at(-1);
    if (last === undefined || !isTerminal(last)) throw new RangeError("a turn's last event is terminal");
    return this.#insist(async (isRetry) => {
      const head = isRetry ? await this.#head() : undefined;
      if (head !== undefined && !head.running && head.lastSeq === target) {
        return getTurn(this.#db, lease.queryId, { workspaceId, now: clock.now() });
      }
      return finishTurn(this.#db, lease, events);
    });
  }

  async #insist<T>(write: (isRetry: boolean) => Promise<T>): Promise<T> {
    const { clock, onRetry } = this.#options;
    const giveUpAt = clock.monotonic() + PATIENCE_MS;
    for (let isRetry = false; ; isRetry = true) {
      try {
        return await write(isRetry);
      } catch (error) {
        if (isStop(error) || clock.monotonic() >= giveUpAt) throw error;
        onRetry(error);
        await clock.sleep(RETRY_MS);
      }
    }
  }

  #head() {
    return turnHead(this.#db, this.#options.lease.queryId, this.#options.workspaceId);
  }
}
