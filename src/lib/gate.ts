/** Lets a bounded number of jobs run at once; the others wait in line. */
export class Gate {
  readonly #capacity: number;
  readonly #line: (() => void)[] = [];
  #inside = 0;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** How many more could run at this moment. */
  get free(): number {
    return Math.max(0, this.#capacity - this.#inside - this.#line.length);
  }

  /** Runs `job` when there is room. Whoever waits and is aborted leaves the line with the signal's reason. */
  async run<T>(job: () => Promise<T>, signal: AbortSignal): Promise<T> {
    signal.throwIfAborted();
    if (this.#inside >= this.#capacity) await this.#wait(signal);
    else this.#inside += 1;
    try {
      return await job();
    } finally {
      const next = this.#line.shift();
      // The place goes from hand to hand; only when nobody waits does it become free.
      if (next === undefined) this.#inside -= 1;
      else next();
    }
  }

  #wait(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const enter = () => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        this.#line.splice(this.#line.indexOf(enter), 1);
        reject(signal.reason);
      };
      this.#line.push(enter);
      signal.addEventListener('abort', leave, { once: true });
    });
  }
}
