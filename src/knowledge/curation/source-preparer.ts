import { Worker } from 'node:worker_threads';
import type { PreparedSource, SourceBytes } from './prepare.ts';

/** What became of one source. Reasons are for the person who added it. */
export type PrepareAnswer =
  | { readonly status: 'prepared'; readonly source: PreparedSource }
  | { readonly status: 'unreadable'; readonly reason: string; readonly mediaType: string }
  | { readonly status: 'failed'; readonly tooDeep: boolean };

export type PrepareOutcome =
  | Exclude<PrepareAnswer, { status: 'failed' }>
  | { readonly status: 'failed'; readonly reason: string };

// Sources run from TypeScript in development, from JavaScript once built: the worker is the file beside this one.
const WORKER_FILE = new URL(`./prepare-worker${/\.[jt]s$/.exec(import.meta.url)?.[0] ?? '.js'}`, import.meta.url);
const MEMORY_LIMITS = { maxOldGenerationSizeMb: 1_024 };

/**
 * Reads sources one at a time on a thread of its own, so that no document, however large or hostile, holds up the
 * turns that run meanwhile. A source that exceeds its time or memory ends the thread and fails; the next one gets a
 * new thread.
 */
export class SourcePreparer implements AsyncDisposable {
  readonly #budgetMs: number;
  #worker: Worker | undefined;

  constructor(budgetMs: number) {
    this.#budgetMs = budgetMs;
  }

  /** Never two calls at once. Rejects with the signal's reason when it aborts; the thread is then ended. */
  async prepare(source: SourceBytes, signal: AbortSignal): Promise<PrepareOutcome> {
    signal.throwIfAborted();
    const worker = (this.#worker ??= startWorker());
    const answer = await this.#ask(worker, source, signal);
    if (answer.status === 'failed') await this[Symbol.asyncDispose]();
    return answer;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }

  #ask(worker: Worker, source: SourceBytes, signal: AbortSignal): Promise<PrepareOutcome> {
    return new Promise((resolve, reject) => {
      const seconds = Math.ceil(this.#budgetMs / 1_000);
      const timer = setTimeout(() => {
        settle(() =>
          resolve(failed(`Reading the file took longer than ${seconds} s. Split it, or simplify its structure.`)),
        );
      }, this.#budgetMs);
      const onAbort = () => settle(() => void this[Symbol.asyncDispose]().finally(() => reject(signal.reason)));
      const onMessage = (answer: PrepareAnswer) =>
        settle(() => resolve(answer.status === 'failed' ? explained(answer.tooDeep) : answer));
      const onError = (error: Error & { readonly code?: string }) => {
        const memory = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
        settle(() =>
          memory
            ? resolve(failed('Reading the file took too much memory. Split it into smaller files.'))
            : reject(error),
        );
      };
      const onExit = () => settle(() => reject(new Error('the thread that reads sources ended without an answer')));
      const settle = (end: () => void) => {
        clearTimeout(timer);
        signal.removeEventListener('abort', onAbort);
        worker.off('message', onMessage).off('error', onError).off('exit', onExit);
        end();
      };
      signal.addEventListener('abort', onAbort, { once: true });
      worker.on('message', onMessage).on('error', onError).on('exit', onExit);
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
      worker.postMessage(source);
    });
  }
}

function startWorker(): Worker {
  const worker = new Worker(WORKER_FILE, { name: 'read-sources', resourceLimits: MEMORY_LIMITS });
  // Faults are heard by the source that is being read; without any listener a late one would end the process.
  worker.on('error', () => {});
  return worker;
}

function explained(tooDeep: boolean): PrepareOutcome {
  return failed(
    tooDeep
      ? 'The file is nested too deeply to be read. Flatten its structure.'
      : 'The file could not be read. Check that it opens elsewhere, or add it as plain text.',
  );
}

function failed(reason: string): PrepareOutcome {
  return { status: 'failed', reason };
}
