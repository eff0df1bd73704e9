import { isTerminal, type QueryEvent } from '../engine/events.ts';
import { Bell } from './bell.ts';
import type { LogPage } from './event-log.ts';

export interface TailOptions {
  /** `seq` of the last event that need not be read. */
  readonly head: number;
  /** Newest events to keep. */
  readonly window: number;
  /** Events in a full page of `read`. */
  readonly pageSize: number;
  /** The events after `seq`. It does its own retrying; when it rejects there is nothing to wait for any more. */
  readonly read: (after: number) => Promise<LogPage>;
}

/**
 * The end of one turn's log, read once for everybody who follows it: a ring of the doorbell costs one statement,
 * however many they are. It keeps a bounded number of events and waits for nobody.
 */
export class Tail {
  readonly #options: TailOptions;
  readonly #changed = new Bell();
  readonly #window: QueryEvent[] = [];
  #head: number;
  #reading = false;
  #rung = false;
  #ended = false;
  #failure: { readonly error: unknown } | undefined;

  constructor(options: TailOptions) {
    this.#options = options;
    this.#head = options.head;
  }

  /** `seq` of the last event it has seen. */
  get head(): number {
    return this.#head;
  }

  /** Whether no event will come after `head`. */
  get ended(): boolean {
    return this.#ended;
  }

  /** Whether the event is kept or still to come; otherwise only the log has it. */
  covers(seq: number): boolean {
    return seq > this.#head - this.#window.length;
  }

  at(seq: number): QueryEvent | undefined {
    return this.#window[seq - this.#head + this.#window.length - 1];
  }

  /** Resolves when there is something new to look at; rejects when the turn is gone or the signal aborts. */
  async changed(signal: AbortSignal): Promise<void> {
    if (this.#failure === undefined) await this.#changed.wait(signal);
    if (this.#failure !== undefined) throw this.#failure.error;
  }

  /** Says that the log may have grown. */
  ring(): void {
    this.#rung = true;
    if (!this.#reading) void this.#catchUp();
  }

  async #catchUp(): Promise<void> {
    this.#reading = true;
    try {
      while (this.#rung && !this.#ended) {
        this.#rung = false;
        const { events, over } = await this.#options.read(this.#head);
        for (const event of events) this.#take(event);
        if (events.length === 0) this.#ended = over;
        else if (events.length === this.#options.pageSize) this.#rung = true;
        this.#changed.ring();
      }
    } catch (error) {
      this.#failure = { error };
      this.#changed.ring();
    } finally {
      this.#reading = false;
    }
  }

  #take(event: QueryEvent): void {
    this.#window.push(event);
    if (this.#window.length > this.#options.window) this.#window.shift();
    this.#head = event.seq;
    this.#ended = isTerminal(event.event);
  }
}
