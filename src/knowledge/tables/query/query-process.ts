import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { Clock } from '../../../lib/clock.ts';
import { NEEDS_TOO_MUCH, OUT_OF_MEMORY, type TableJob, type TableOutcome } from './protocol.ts';

// Sources run from TypeScript in development, from JavaScript once built: the entry is the file beside this one.
const ENTRY = new URL(`./table-process${/\.[jt]s$/.exec(import.meta.url)?.[0] ?? '.js'}`, import.meta.url);
const HEAP_MB = 256;
/** It needs nothing of the gateway's, which holds keys; only Windows starts no process without this. */
const { SystemRoot } = process.env;
const ENVIRONMENT = SystemRoot === undefined ? {} : { SystemRoot };

export interface Budget {
  readonly clock: Pick<Clock, 'sleep'>;
  /** Milliseconds that one statement may take. */
  readonly budgetMs: number;
}

/**
 * A process that runs statements, one at a time. It is a process because the engine is native and cannot be stopped in
 * the midst of a function: only ending it is sure to end what it does and to give back what it took.
 */
export class QueryProcess implements AsyncDisposable {
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess) {
    this.#child = child;
  }

  /** @throws what keeps the process from starting. */
  static async start(): Promise<QueryProcess> {
    const child = fork(ENTRY, {
      env: ENVIRONMENT,
      execArgv: [...process.execArgv, `--max-old-space-size=${HEAP_MB}`],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    const failed = once(child, 'exit').then(([code]) => {
      throw new Error(`the process for table queries ended at once, with ${code}`);
    });
    try {
      await Promise.race([once(child, 'message'), failed]);
    } finally {
      failed.catch(() => {}); // it ends some day, and then nobody waits for its start
    }
    const process_ = new QueryProcess(child);
    process_.rest();
    return process_;
  }

  get isAlive(): boolean {
    return !this.#child.killed && this.#child.exitCode === null && this.#child.connected;
  }

  /** Idle, it does not keep the gateway alive. */
  rest(): void {
    this.#child.unref();
    this.#child.channel?.unref();
  }

  /** The process is ended when the budget is spent or the signal aborts, whose reason is what this then rejects with. */
  async run(job: TableJob, { clock, budgetMs }: Budget, signal: AbortSignal): Promise<TableOutcome> {
    signal.throwIfAborted();
    const child = this.#child;
    child.ref();
    child.channel?.ref();
    return new Promise((resolve, reject) => {
      const seconds = Math.ceil(budgetMs / 1_000);
      const late = { fault: `The statement took longer than ${seconds} s. Filter or aggregate earlier.` };
      const end = (settle: () => void) => {
        child.kill('SIGKILL');
        finish(settle);
      };
      const settled = new AbortController();
      const onAbort = () => end(() => reject(signal.reason));
      const onMessage = (outcome: TableOutcome) => finish(() => resolve(outcome));
      const onExit = (code: number | null) => {
        const isMemory = code === OUT_OF_MEMORY;
        finish(() =>
          isMemory ? resolve({ fault: NEEDS_TOO_MUCH }) : reject(new Error('a table query broke its process')),
        );
      };
      const finish = (settle: () => void) => {
        settled.abort();
        signal.removeEventListener('abort', onAbort);
        child.off('message', onMessage).off('exit', onExit);
        settle();
      };
      signal.addEventListener('abort', onAbort, { once: true });
      child.on('message', onMessage).on('exit', onExit);
      child.send(job);
      clock.sleep(budgetMs, settled.signal).then(
        () => end(() => resolve(late)),
        () => {}, // it was settled in time
      );
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const exited = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await exited;
  }
}
