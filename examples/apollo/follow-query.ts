/** Where a subscription's results go. Whatever comes after `error` or `complete` is ignored. */
export interface Sink<E> {
  next(event: E): void;
  error(reason: unknown): void;
  complete(): void;
}

/** Starts one subscription to a turn's events with `seq > after`; returns what drops it. */
export type Subscribe<E> = (after: number, sink: Sink<E>) => () => void;

export interface FollowOptions<E> {
  readonly subscribe: Subscribe<E>;
  /** Whether a turn ends with this event. */
  readonly isTerminal: (event: E) => boolean;
  /** Whether trying again cannot help: the turn does not exist, access is denied. */
  readonly isFatal: (reason: unknown) => boolean;
  /** `seq` of the last event that is known already; 0 replays the turn from its start. */
  readonly after?: number;
  /** Ends the iteration quietly. The turn itself goes on. */
  readonly signal?: AbortSignal;
  /** Told when a connection was lost, before the wait for the next one. `attempt` counts from 1 since the last event. */
  readonly onDrop?: (drop: { readonly after: number; readonly attempt: number; readonly reason: unknown }) => void;
  /** The pause before attempt `attempt`; what it throws ends the iteration. Default: `backOff`. */
  readonly wait?: (attempt: number, signal: AbortSignal | undefined) => Promise<void>;
}

/**
 * Every event of a turn after `after`, each once and in order, across any number of lost connections, up to and
 * including the terminal one. A stream that ends, fails or skips a number before its turn is over is opened again
 * behind the last event that was yielded; what arrives a second time is dropped by its `seq`.
 *
 * Leave early by aborting `signal`, which also ends a wait that is under way.
 *
 * @throws what `subscribe` reported, when `isFatal` says so.
 */
export async function* followQuery<E extends { readonly seq: number }>(
  options: FollowOptions<E>,
): AsyncGenerator<E, void, undefined> {
  const { signal, isTerminal, wait = backOff } = options;
  let last = options.after ?? 0;

  for (let attempt = 1; !isAborted(signal); attempt += 1) {
    let reason: unknown = new Error('the stream ended before its turn did');
    try {
      for await (const event of connect(options.subscribe, last, signal)) {
        if (event.seq <= last) continue;
        if (event.seq > last + 1) {
          reason = new Error(`event ${last + 1} is missing`);
          break;
        }
        last = event.seq;
        attempt = 1;
        yield event;
        if (isTerminal(event)) return;
      }
    } catch (error) {
      if (options.isFatal(error)) throw error;
      reason = error;
    }
    if (isAborted(signal)) return;
    options.onDrop?.({ after: last, attempt, reason });
    await wait(attempt, signal);
  }
}

/** One connection as an async iterable. What is queued is bounded by the turn's own length. */
async function* connect<E>(
  subscribe: Subscribe<E>,
  after: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<E, void, undefined> {
  let queue: E[] = [];
  let end: { readonly error?: unknown } | undefined;
  let wake = () => {};
  const close = (how: { readonly error?: unknown }) => {
    end ??= how;
    wake();
  };
  const onAbort = () => close({});
  signal?.addEventListener('abort', onAbort, { once: true });
  let drop = () => {};

  try {
    drop = subscribe(after, {
      next(event) {
        queue.push(event);
        wake();
      },
      error: (error) => close({ error }),
      complete: () => close({}),
    });
    while (!isAborted(signal)) {
      if (queue.length > 0) {
        const ready = queue;
        queue = [];
        yield* ready;
      } else if (end === undefined) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      } else if ('error' in end) {
        throw end.error;
      } else {
        return;
      }
    }
  } finally {
    signal?.removeEventListener('abort', onAbort);
    drop();
  }
}

// A call, so that the compiler does not take the answer for settled between two waits.
const isAborted = (signal: AbortSignal | undefined) => signal?.aborted === true;

/** Waits 0.25 s, doubling to 10 s, each shortened by up to half so that many clients do not come back at once. */
export function backOff(attempt: number, signal: AbortSignal | undefined): Promise<void> {
  const ms = Math.min(10_000, 250 * 2 ** (attempt - 1)) * (1 - Math.random() / 2);
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal?.addEventListener('abort', done, { once: true });
    if (isAborted(signal)) done();
  });
}
