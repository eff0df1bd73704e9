/** Wakes whoever waits for it. Unlike a shared promise it keeps nothing of those who stopped waiting. */
export class Bell {
  readonly #waiting = new Set<() => void>();

  ring(): void {
    for (const wake of this.#waiting) wake(); // each leaves the set as it wakes
  }

  /** Resolves at the next ring; rejects with the signal's reason when that aborts first. */
  wait(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) {
        reject(signal.reason);
        return;
      }
      const leave = () => {
        this.#waiting.delete(wake);
        signal.removeEventListener('abort', onAbort);
      };
      const wake = () => {
        leave();
        resolve();
      };
      const onAbort = () => {
        leave();
        reject(signal.reason);
      };
      this.#waiting.add(wake);
      signal.addEventListener('abort', onAbort, { once: true });
    });
  }
}
