import { Worker } from 'node:worker_threads';
import type { Clock } from '../../lib/clock.ts';
import { abortable, StopError } from '../../lib/signals.ts';
import { READY, type ShapeAnswer, type ShapeJob } from './worker-protocol.ts';

/** The worker took longer over a job than it may, or more memory. It was ended; the next job gets a new one. */
export class ShapeCostError extends Error {
  override readonly name = 'ShapeCostError';
}

interface Waiting {
  readonly job: ShapeJob;
  readonly signal: AbortSignal;
  readonly resolve: (answer: ShapeAnswer) => void;
  readonly reject: (error: unknown) => void;
}

// Sources run from TypeScript in development, from JavaScript once built: the worker is the file beside this one.
const WORKER_FILE = new URL(`./worker${/\.[jt]s$/.exec(import.meta.url)?.[0] ?? '.js'}`, import.meta.url);

const MEMORY_LIMITS = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 };

/**
 * One thread for what callers may make arbitrarily expensive: compiling their schemas and running them. Jobs are
 * done in the order they come; the thread starts with the first one, is ended when a job exceeds its budget, and
 * never keeps the process alive while it has nothing to do.
 */
export class ShapeWorker implements AsyncDisposable {
  readonly #clock: Pick<Clock, 'sleep'>;
  readonly #budgetMs: number;
  readonly #queue: Waiting[] = [];
  #worker: Promise<Worker> | undefined;
  #draining = false;
  #disposed = false;

  constructor(clock: Pick<Clock, 'sleep'>, budgetMs: number) {
    this.#clock = clock;
    this.#budgetMs = budgetMs;
  }

  /** Rejects with the signal's reason at once when it aborts; a job that is under way then ends unheard. */
  run(job: ShapeJob, signal: AbortSignal): Promise<ShapeAnswer> {
    if (this.#disposed) return Promise.reject(closed());
    const answer = new Promise<ShapeAnswer>((resolve, reject) => {
      this.#queue.push({ job, signal, resolve, reject });
    });
    void this.#drain();
    return abortable(answer, signal);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#disposed = true;
    for (const { reject } of this.#queue.splice(0)) reject(closed());
    await this.#end();
  }

  async #drain(): Promise<void> {
    if (this.#draining) return;
    this.#draining = true;
    for (let next = this.#queue.shift(); next !== undefined; next = this.#queue.shift()) {
      if (next.signal.aborted) continue; // its caller has the reason already
      await this.#serve(next.job).then(next.resolve, next.reject);
    }
    this.#draining = false;
  }

  async #serve(job: ShapeJob): Promise<ShapeAnswer> {
    this.#worker ??= this.#start();
    const settled = new AbortController();
    try {
      const worker = await this.#worker;
      if (this.#disposed) throw closed();
      worker.ref();
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
      worker.postMessage(job);
      return (await Promise.race([messageOf(worker), this.#overrun(settled.signal)])) as ShapeAnswer;
    } catch (error) {
      if (!isTooDeepToPost(error)) await this.#end();
      throw this.#disposed ? closed() : error;
    } finally {
      settled.abort();
      (await this.#worker)?.unref();
    }
  }

  #start(): Promise<Worker> {
    const starting = startWorker(() => {
      if (this.#worker === starting) this.#worker = undefined;
    });
    return starting;
  }

  async #overrun(signal: AbortSignal): Promise<never> {
    await this.#clock.sleep(this.#budgetMs, signal);
    // When the main thread itself was late, the answer may be waiting behind this timer.
    await new Promise((resolve) => setImmediate(resolve));
    throw new ShapeCostError(`took longer than ${this.#budgetMs} ms`);
  }

  async #end(): Promise<void> {
    const ending = this.#worker;
    this.#worker = undefined;
    try {
      await (await ending)?.terminate();
    } catch {
      // It never started: whoever asked for it was told.
    }
  }
}

async function startWorker(onExit: () => void): Promise<Worker> {
  const worker = new Worker(WORKER_FILE, { name: 'shape', resourceLimits: MEMORY_LIMITS });
  // Faults are heard by the job that is under way; without any listener they would end the process.
  worker.on('error', () => {});
  worker.on('exit', onExit);
  const first = await messageOf(worker);
  if (first !== READY) throw new Error('the shape worker did not say that it is ready');
  worker.unref();
  return worker;
}

/** The worker's next message; rejects when it ends without one. */
function messageOf(worker: Worker): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const onMessage = (message: unknown) => {
      release();
      resolve(message);
    };
    const onError = (error: Error & { readonly code?: string }) => {
      release();
      reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new ShapeCostError('took too much memory') : error);
    };
    const onExit = () => {
      release();
      reject(new Error('the shape worker ended before it answered'));
    };
    const release = () => {
      worker.off('message', onMessage);
      worker.off('error', onError);
      worker.off('exit', onExit);
    };
    worker.on('message', onMessage);
    worker.on('error', onError);
    worker.on('exit', onExit);
  });
}

/** Posting copies the job and recurses into it; when that overflows, the worker has heard nothing. */
function isTooDeepToPost(error: unknown): boolean {
  return error instanceof RangeError;
}

function closed(): StopError {
  return new StopError('shutdown', 'the gateway is shutting down');
}
