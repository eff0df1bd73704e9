import { type Clock, systemClock } from '../../src/lib/clock.ts';
import { abortable } from '../../src/lib/signals.ts';

/** The system's clock, but waits of one length are over when the test says so; so much time has then passed. */
export class HeldClock implements Clock {
  readonly now = () => systemClock.now();
  readonly #heldMs: number;
  readonly #ended: Promise<void>;
  #end = () => {};
  #passedMs = 0;

  constructor(heldMs: number) {
    this.#heldMs = heldMs;
    this.#ended = new Promise((resolve) => {
      this.#end = resolve;
    });
  }

  /** Ends the waits of that length, those to come included. */
  end(): void {
    this.#passedMs = this.#heldMs;
    this.#end();
  }

  monotonic(): number {
    return systemClock.monotonic() + this.#passedMs;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    if (ms !== this.#heldMs) return systemClock.sleep(ms, signal);
    return signal === undefined ? this.#ended : abortable(this.#ended, signal);
  }
}
