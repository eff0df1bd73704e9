import { abortable } from './signals.ts';

/**
 * The values of one finite run, kept as long as the run is referred to: every reader gets all of them from the first,
 * at its own pace, and is done when the run is. It holds what the run says once, whatever its readers do.
 */
export class ReplayLog<T> {
  readonly #values: T[] = [];
  #closed = false;
  #failure: { readonly error: unknown } | undefined;
  #wake: () => void = () => {};
  #grown = this.#nextGrowth();

  push(value: T): void {
    this.#values.push(value);
    this.#ring();
  }

  /** Ends the run with an error, which every reader gets after the values before it. */
  fail(error: unknown): void {
    this.#failure = { error };
    this.close();
  }

  close(): void {
    this.#closed = true;
    this.#ring();
  }

  /** Ends early, without a value, when `signal` aborts: it throws the signal's reason. */
  async *read(signal?: AbortSignal): AsyncGenerator<T, void> {
    for (let at = 0; ; ) {
      const value = this.#values[at];
      if (at < this.#values.length && value !== undefined) {
        at += 1;
        yield value;
      } else if (this.#failure !== undefined) throw this.#failure.error;
      else if (this.#closed) return;
      else await (signal === undefined ? this.#grown : abortable(this.#grown, signal));
    }
  }

  #ring(): void {
    const wake = this.#wake;
    this.#grown = this.#nextGrowth();
    wake();
  }

  #nextGrowth(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }
}
