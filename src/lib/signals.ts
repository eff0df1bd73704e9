/**
 * Why work was told to stop. The reason travels as `signal.reason`, so that whoever catches it can tell a
 * caller's wish from a deadline and both from a shutdown.
 */
export type StopReason = 'cancelled' | 'timeout' | 'shutdown' | 'lease_lost' | 'disconnected';

export class StopError extends Error {
  override readonly name = 'StopError';
  readonly reason: StopReason;

  constructor(reason: StopReason, message: string) {
    super(message);
    this.reason = reason;
  }
}

export function isStop(value: unknown, reason?: StopReason): value is StopError {
  return value instanceof StopError && (reason === undefined || value.reason === reason);
}

/**
 * Settles like `promise`, unless `signal` aborts first: then it rejects with the signal's reason at once.
 * The listener is removed either way; the promise itself goes on and its late rejection is handled here.
 */
export function abortable<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  if (signal.aborted) {
    promise.catch(() => {}); // its outcome is nobody's business any more
    return Promise.reject(signal.reason);
  }
  return new Promise<T>((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
