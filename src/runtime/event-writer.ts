import type { TurnEvent } from '../engine/events.ts';
import type { EventSink } from '../engine/ports/turn.ts';
import type { Clock } from '../lib/clock.ts';

/** Longest time that an event waits for company before it is written. */
const BATCH_MS = 25;

/** Events that may wait while a write is under way; past it the turn waits for the database. */
const MAX_PENDING = 256;

/**
 * Writes a turn's events to its log in batches: the first event of a quiet spell at once, those that follow within
 * 25 ms together. Order is kept, one write is under way at a time, and the first failed write fails every later
 * call, so that nothing is ever written after a gap.
 */
export class EventWriter {
  readonly #sink: EventSink;
  readonly #clock: Pick<Clock, 'monotonic'>;
  #pending: TurnEvent[] = [];
  #writing: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #lastWrite = Number.NEGATIVE_INFINITY;
  #failure: { readonly error: unknown } | undefined;

  constructor(sink: EventSink, clock: Pick<Clock, 'monotonic'>) {
    this.#sink = sink;
    this.#clock = clock;
  }

  /** Takes an event. Resolves at once, or when the database has caught up. */
  async push(event: TurnEvent): Promise<void> {
    this.#throwFailure();
    this.#pending.push(event);
    this.#schedule();
    while (this.#pending.length > MAX_PENDING) {
      if (this.#writing === undefined) this.#write();
      await this.#writing;
      this.#throwFailure();
    }
  }

  /** Ends batching and hands back what has not been written, for the terminal transaction to take along. */
  async drain(): Promise<readonly TurnEvent[]> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const rest = this.#pending;
    this.#pending = [];
    await this.#writing;
    this.#throwFailure();
    return rest;
  }

  #schedule(): void {
    if (this.#writing !== undefined || this.#timer !== undefined) return;
    const wait = this.#lastWrite + BATCH_MS - this.#clock.monotonic();
    if (wait <= 0) this.#write();
    else this.#timer = setTimeout(() => this.#write(), wait);
  }

  #write(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const batch = this.#pending;
    this.#pending = [];
    this.#lastWrite = this.#clock.monotonic();
    this.#writing = this.#sink
      .append(batch)
      .catch((error: unknown) => {
        this.#failure = { error };
      })
      .finally(() => {
        this.#writing = undefined;
        if (this.#pending.length > 0 && this.#failure === undefined) this.#schedule();
      });
  }

  #throwFailure(): void {
    if (this.#failure !== undefined) throw this.#failure.error;
  }
}
