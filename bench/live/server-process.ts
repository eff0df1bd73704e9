import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

export interface Memory {
  readonly rss: number;
  /** What is in use: the heap, and what lies outside of it for its objects. */
  readonly live: number;
}

export function measureMemory(): Memory {
  globalThis.gc?.();
  const { rss, heapUsed, external } = process.memoryUsage();
  return { rss, live: heapUsed + external };
}

/** What a server of the benchmark is told to do, and what it answers. */
export interface Answers {
  /** Starts a turn that says nothing yet. */
  readonly begin: { readonly queryId: string };
  /** Says this many deltas, each on its own. Answers when they are on their way. */
  readonly say: Record<string, never>;
  /** Says this many kilobytes, in deltas of two. */
  readonly sayKilobytes: Record<string, never>;
  /** Ends the turn. Answers when it has ended. */
  readonly end: Record<string, never>;
  /** Memory after a garbage collection, in bytes, and the SQL statements so far; null where there is no database. */
  readonly measure: Memory & { readonly statements: number | null };
}

export interface Command {
  readonly id: number;
  readonly name: keyof Answers;
  readonly count: number;
}

/** A server in a process of its own. */
export class ServerProcess {
  readonly ready: Promise<void>;
  readonly #child: ChildProcess;
  readonly #pending = new Map<number, (answer: never) => void>();
  #port = 0;
  #lastId = 0;

  constructor(child: ChildProcess) {
    this.#child = child;
    this.ready = this.#start();
  }

  get port(): number {
    return this.#port;
  }

  ask<N extends keyof Answers>(name: N, count = 0): Promise<Answers[N]> {
    const id = (this.#lastId += 1);
    const answer = new Promise<Answers[N]>((resolve) => this.#pending.set(id, resolve));
    this.#child.send({ id, name, count } satisfies Command);
    return answer;
  }

  async #start(): Promise<void> {
    const ended = once(this.#child, 'exit').then(([code, signal]) => {
      throw new Error(`a server of the benchmark ended with ${code ?? signal} before it served`);
    });
    const [message] = (await Promise.race([once(this.#child, 'message'), ended])) as { port: number }[];
    ended.catch(() => {}); // from now on it ends when it is told to
    this.#port = message?.port ?? 0;
    this.#child.on('message', ({ id, answer }: { id: number; answer: never }) => {
      this.#pending.get(id)?.(answer);
      this.#pending.delete(id);
    });
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const exited = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await exited;
  }
}

/** The other end: answers the commands that come from the benchmark. */
export function serveCommands(port: number, answer: (command: Command) => Promise<Answers[keyof Answers]>): void {
  process.on('message', (command: Command) => {
    void answer(command).then((result) => process.send?.({ id: command.id, answer: result }));
  });
  process.send?.({ port });
}
