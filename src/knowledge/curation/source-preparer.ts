import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { PreparedSource, SourceBytes } from './prepare.ts';

/** What became of one source. Reasons are for the person who added it. */
export type PrepareOutcome =
  | { readonly status: 'prepared'; readonly source: PreparedSource }
  | { readonly status: 'unreadable'; readonly reason: string; readonly mediaType: string }
  | { readonly status: 'failed'; readonly reason: string };

/** The thread's first message; outcomes follow. */
export const READY = 'ready';

// Sources run from TypeScript in development, from JavaScript once built: the worker is the file beside this one.
const WORKER_FILE = new URL(`./prepare-worker${/\.[jt]s$/.exec(import.meta.url)?.[0] ?? '.js'}`, import.meta.url);
/** Room for what parsing takes. Bytes that lie outside the heap are bounded by what a source may weigh and unpack to. */
const MEMORY_LIMITS = { maxOldGenerationSizeMb: 320, maxYoungGenerationSizeMb: 32 };

/**
 * Reads sources one at a time on a thread of its own, so that no document, however large or hostile, holds up the
 * turns that run meanwhile. A source that exceeds its time or memory, or breaks its thread, fails alone: the next one
 * gets a new thread.
 */
export class SourcePreparer implements AsyncDisposable {
  readonly #budgetMs: number;
  #worker: Promise<Worker> | undefined;

  constructor(budgetMs: number) {
    this.#budgetMs = budgetMs;
  }

  /** Never two calls at once. Rejects with the signal's reason when it aborts; the thread is then ended. */
  async prepare(source: SourceBytes, signal: AbortSignal): Promise<PrepareOutcome> {
    signal.throwIfAborted();
    try {
      this.#worker ??= startWorker();
      const worker = await this.#worker;
      worker.ref();
      const outcome = await this.#ask(worker, source, signal);
      worker.unref(); // a thread that waits for work does not keep the process alive
      if (outcome.status === 'failed') await this.#end();
      return outcome;
    } catch (error) {
      await this.#end();
      throw error;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#end();
  }

  async #end(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    try {
      await (await worker)?.terminate();
    } catch {
      // It never started: whoever asked for it was told.
    }
  }

  #ask(worker: Worker, source: SourceBytes, signal: AbortSignal): Promise<PrepareOutcome> {
    return new Promise((resolve, reject) => {
      const fail = (reason: string) => settle(() => resolve({ status: 'failed', reason }));
      const seconds = Math.ceil(this.#budgetMs / 1_000);
      const timer = setTimeout(fail, this.#budgetMs, `Reading the file took longer than ${seconds} s. Split it up.`);
      const onAbort = () => settle(() => reject(signal.reason));
      const onMessage = (outcome: PrepareOutcome) => settle(() => resolve(outcome));
      const unreadable = 'The file could not be read. Check that it opens elsewhere, or add it as plain text.';
      const onExit = () => fail(unreadable);
      const onError = ({ code }: NodeJS.ErrnoException) =>
        fail(
          code === 'ERR_WORKER_OUT_OF_MEMORY'
            ? 'Reading the file took too much memory. Split it into smaller files.'
            : unreadable,
        );
      const settle = (end: () => void) => {
        clearTimeout(timer);
        signal.removeEventListener('abort', onAbort);
        worker.off('message', onMessage).off('error', onError).off('exit', onExit);
        end();
      };
      signal.addEventListener('abort', onAbort, { once: true });
      worker.on('message', onMessage).on('error', onError).on('exit', onExit);
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
      worker.postMessage(source, ownBuffer(source.bytes));
    });
  }
}

/** Bytes with a buffer to themselves are handed over instead of copied. The caller cannot read them any more. */
function ownBuffer({ buffer, byteLength }: Uint8Array): ArrayBuffer[] {
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [];
}

/** @throws what keeps the thread from starting: that is no fault of a source. */
async function startWorker(): Promise<Worker> {
  const worker = new Worker(WORKER_FILE, { name: 'read-sources', resourceLimits: MEMORY_LIMITS });
  await once(worker, 'message'); // READY; rejects on an error before it
  // Faults are heard by the source that is being read; without any listener a late one would end the process.
  worker.on('error', () => {});
  return worker;
}
