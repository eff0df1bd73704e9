import { StopError } from '../lib/signals.ts';

/** A failure in the middle of a stream, as its last value: so it reaches the client, and once. */
export class StreamFailure {
  readonly cause: unknown;

  constructor(cause: unknown) {
    this.cause = cause;
  }
}

/** The value of a stream, or its failure thrown where GraphQL reports it. */
export function valueOf<T>(value: T | StreamFailure): T {
  if (value instanceof StreamFailure) throw value.cause;
  return value;
}

/**
 * A stream that its reader can leave at any moment. An async generator that waits for its next value does not hear
 * `return()` before that value comes; this one aborts the signal that the source waits with, and is done.
 *
 * `open` may throw: then there was no stream. Whatever the source throws later comes as a `StreamFailure`.
 */
export async function openStream<T>(
  open: (signal: AbortSignal) => Promise<AsyncIterable<T>> | AsyncIterable<T>,
  clientGone: AbortSignal,
): Promise<AsyncIterableIterator<T | StreamFailure>> {
  const closing = new AbortController();
  let source: AsyncIterator<T> | undefined;

  const close = (): void => {
    clientGone.removeEventListener('abort', close);
    if (closing.signal.aborted) return;
    closing.abort(new StopError('disconnected', 'the reader left the stream'));
    // Nobody is there to be told how the source takes leave.
    source?.return?.().catch(() => {});
  };

  if (clientGone.aborted) close();
  else clientGone.addEventListener('abort', close, { once: true });
  try {
    source = (await open(closing.signal))[Symbol.asyncIterator]();
  } catch (error) {
    close();
    throw error;
  }
  return readUntilClosed(source, closing.signal, close);
}

function readUntilClosed<T>(
  source: AsyncIterator<T>,
  closed: AbortSignal,
  close: () => void,
): AsyncIterableIterator<T | StreamFailure> {
  const done = { done: true, value: undefined } as const;
  const leaving = new Set<() => void>();
  // One listener for the life of the stream: one for each of its values is a good part of what a value costs.
  closed.addEventListener('abort', () => leaving.forEach((leave) => leave()), { once: true });
  return {
    next: () =>
      new Promise((resolve) => {
        const settle = (result: IteratorResult<T | StreamFailure>) => {
          leaving.delete(leave);
          resolve(result);
        };
        const leave = () => settle(done);
        if (closed.aborted) {
          leave();
          return;
        }
        leaving.add(leave);
        source.next().then(
          // Closing settles this one, too.
          (result) => (result.done === true ? close() : settle(result)),
          (error: unknown) => {
            if (closed.aborted) return;
            settle({ done: false, value: new StreamFailure(error) });
            close();
          },
        );
      }),
    async return() {
      close();
      return done;
    },
    async throw(error: unknown) {
      close();
      throw error;
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
