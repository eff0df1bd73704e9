import type { Clock } from '../../lib/clock.ts';
import { GoogleError } from './google-error.ts';

export interface RetryPolicy {
  /** Attempts after the first. */
  readonly retries: number;
  /** Milliseconds before the first retry, twice as long before each further one, less up to a half by chance. */
  readonly firstWaitMs: number;
  /** A service that asks for a longer wait than this is given up. */
  readonly longestWaitMs: number;
  /** Whether to ask again where it is unknown whether the service did what it was asked. */
  readonly repeatsUnknown: boolean;
}

export interface Timing {
  readonly clock: Pick<Clock, 'sleep'>;
  /** From 0 up to 1. */
  readonly random: () => number;
}

/**
 * Asks until it is answered, as often and with such waits as `policy` has it. Waits where the service says how long,
 * at least that.
 * @throws what the last attempt threw, and the signal's reason when it aborts during a wait
 */
export async function withRetries<T>(
  attempt: () => Promise<T>,
  policy: RetryPolicy,
  { clock, random }: Timing,
  signal: AbortSignal,
): Promise<T> {
  for (let retry = 0; ; retry += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (retry >= policy.retries || !mayRepeat(error, policy)) throw error;
      const backoff = policy.firstWaitMs * 2 ** retry * (1 - random() / 2);
      const wait = Math.max(backoff, error.retryAfterMs ?? 0);
      if (wait > policy.longestWaitMs) throw error;
      await clock.sleep(wait, signal);
    }
  }
}

function mayRepeat(error: unknown, { repeatsUnknown }: RetryPolicy): error is GoogleError {
  if (!(error instanceof GoogleError)) return false;
  return error.outcome === 'refused' || (error.outcome === 'unknown' && repeatsUnknown);
}
