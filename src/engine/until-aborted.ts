import { abortable } from '../lib/signals.ts';

/**
 * The values of `source`, until `signal` aborts: then it throws the signal's reason at once, whether or not the
 * source notices. The source is told to stop and is not waited for, since a generator that is stuck on a promise
 * of its own would never answer.
 */
export async function* untilAborted<T>(source: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T, void> {
  const iterator = source[Symbol.asyncIterator]();
  let running = true;
  try {
    for (;;) {
      const next = await abortable(iterator.next(), signal);
      if (next.done === true) {
        running = false;
        return;
      }
      yield next.value;
    }
  } catch (error) {
    // An iterator that threw is finished; one that was abandoned is not.
    running = signal.aborted;
    throw error;
  } finally {
    if (running) release(iterator, signal);
  }
}

function release(iterator: AsyncIterator<unknown>, signal: AbortSignal): void {
  const released = iterator.return?.();
  // Once the signal told the source to stop, whatever its clean-up reports is the echo of that.
  if (signal.aborted) released?.catch(() => {});
}
