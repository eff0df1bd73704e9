import { GatewayError, toGatewayError } from '../errors.ts';
import type { TurnControls } from '../knowql/controls.ts';
import { isStop, type StopReason } from '../lib/signals.ts';

/** How a turn that could not be completed ends. */
export interface Ending {
  readonly type: 'response.failed' | 'response.cancelled';
  /** For the caller: what happened and what to do about it. */
  readonly error: string;
}

/**
 * What a caught value means for the turn. When the signal aborted, its reason counts, whatever was thrown on the
 * way out.
 * @throws the reason itself when the lease was lost: the turn is another worker's now, and ends where it runs.
 */
export function toEnding(caught: unknown, signal: AbortSignal, controls: TurnControls): Ending {
  const cause: unknown = signal.aborted ? signal.reason : caught;
  if (!isStop(cause)) return { type: 'response.failed', error: toGatewayError(cause).message };
  if (cause.reason === 'lease_lost') throw cause;
  return {
    type: cause.reason === 'cancelled' ? 'response.cancelled' : 'response.failed',
    error: stopMessage(cause.reason, controls),
  };
}

function stopMessage(reason: Exclude<StopReason, 'lease_lost'>, { timeoutSeconds }: TurnControls): string {
  switch (reason) {
    case 'cancelled':
      return 'The turn was cancelled before it was complete.';
    case 'timeout':
      return `The turn reached its time limit of ${timeoutSeconds} s (timeout_seconds). Allow more time, up to 900 s, or narrow the ask or the scope.`;
    case 'shutdown':
      return 'The gateway was shut down before the turn was complete. Ask again.';
    case 'disconnected':
      return 'The turn was stopped because its caller went away. Ask again.';
  }
}

/** What a caller may read about a failure inside a turn. */
export function publicMessage(caught: unknown): string {
  return caught instanceof GatewayError ? caught.message : toGatewayError(caught).message;
}
