import type { Clock } from '../lib/clock.ts';
import { isStop, StopError } from '../lib/signals.ts';
import type { Lifecycle } from './lifecycle.ts';

export interface PeriodicOptions {
  /** For the log: what it does. */
  readonly name: string;
  /** Milliseconds from the end of one run to the start of the next. */
  readonly everyMs: number;
  readonly clock: Clock;
  readonly lifecycle: Lifecycle;
}

/**
 * Runs `job` again and again, never twice at once. A run that fails is told as a fault and the next one comes all the
 * same. Disposing it waits for the run under way.
 */
export function runPeriodically(
  job: () => Promise<void>,
  { name, everyMs, clock, lifecycle }: PeriodicOptions,
): AsyncDisposable {
  const closing = new AbortController();
  const loop = (async () => {
    while (!closing.signal.aborted) {
      try {
        await job();
      } catch (error) {
        lifecycle.emit('fault', { during: name, error });
      }
      try {
        await clock.sleep(everyMs, closing.signal);
      } catch (error) {
        if (!isStop(error)) throw error;
      }
    }
  })();
  return {
    async [Symbol.asyncDispose]() {
      closing.abort(new StopError('shutdown', `${name} is over`));
      await loop;
    },
  };
}
