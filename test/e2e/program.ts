import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Each process starts anew; on a busy machine that takes its time, and nothing here is about time. */
export const PATIENCE = { testTimeout: 300_000, hookTimeout: 300_000 };

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));
export const PROGRAM = join(ROOT, 'dist/main.js');

export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Home extends AsyncDisposable {
  readonly path: string;
  /** Names this home and nothing else of the surroundings. */
  readonly env: NodeJS.ProcessEnv;
}

/** A data directory of its own: empty, or as another one stands. */
export async function createHome(like?: Home): Promise<Home> {
  const path = await mkdtemp(join(tmpdir(), 'knowql-home-'));
  if (like !== undefined) await cp(like.path, path, { recursive: true });
  const { PATH } = process.env;
  return {
    path,
    env: { PATH, KNOWQL_HOME: path, PORT: '0', NO_COLOR: '1' },
    [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }),
  };
}

/** A process, with everything that it has written so far. */
export interface Started extends AsyncDisposable {
  readonly child: ChildProcess;
  readonly finished: Promise<Finished>;
  /** The first match of `pattern` in what it writes, on either output; rejects when it ends without one. */
  until(pattern: RegExp): Promise<RegExpExecArray>;
}

export function start(file: string, args: readonly string[], env: NodeJS.ProcessEnv): Started {
  const child = spawn(file, args, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const written = { stdout: '', stderr: '' };
  const waiting = new Set<() => void>();
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      written[name] += text;
      for (const look of waiting) look();
    });
  }
  const finished = once(child, 'close').then(([code]): Finished => ({ code, ...written }));
  return {
    child,
    finished,
    until: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const match = pattern.exec(written.stdout) ?? pattern.exec(written.stderr);
          if (match === null) return;
          waiting.delete(look);
          resolve(match);
        };
        waiting.add(look);
        finished.then(() => reject(new Error(`ended without ${pattern}:\n${written.stdout}${written.stderr}`)), reject);
        look();
      }),
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await finished;
    },
  };
}

/** Runs the built program to its end. */
export function knowql(args: readonly string[], env: NodeJS.ProcessEnv): Promise<Finished> {
  return start(process.execPath, [PROGRAM, ...args], env).finished;
}

/** Its standard output. Throws with everything else when it failed. */
export async function outputOf(run: Promise<Finished>): Promise<string> {
  const { code, stdout, stderr } = await run;
  if (code !== 0) throw new Error(`exited with ${code}:\n${stdout}${stderr}`);
  return stdout;
}
