import { setTimeout as delay } from 'node:timers/promises';

/** Time as the program sees it. Injected wherever time matters, so that a test can hold the hands. */
export interface Clock {
  /** Wall time. */
  now(): Date;
  /** Milliseconds on a clock that never steps back; only differences mean something. */
  monotonic(): number;
  /** Resolves after `ms` milliseconds; rejects with the signal's reason, its timer cleared, when aborted first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => new Date(),
  monotonic: () => performance.now(),
  async sleep(ms, signal) {
    try {
      await delay(ms, undefined, signal === undefined ? {} : { signal });
    } catch (error) {
      throw signal?.aborted ? signal.reason : error;
    }
  },
};
