import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Config } from '../../src/config.ts';

export interface RunningGateway extends AsyncDisposable {
  /** Such as `http://127.0.0.1:4000`. */
  readonly address: string;
  /** Its exit code, once it has stopped. */
  readonly exited: Promise<number>;
}

const PROGRAM = fileURLToPath(new URL('../../dist/main.js', import.meta.url));
// Generous: a program that stops is noticed at once, and a first start on a busy machine takes its time.
const READY_WITHIN_MS = 300_000;

/**
 * Starts the built program and waits until it is ready.
 * @throws Error for the person at the terminal when the port is taken or the program stops.
 */
export async function startGateway(config: Config): Promise<RunningGateway> {
  const port = await claimPort(config);
  const child = spawn(process.execPath, [PROGRAM, 'serve'], {
    env: { KNOWQL_LOG: 'warn', ...process.env, PORT: String(port) },
    stdio: ['ignore', 'inherit', 'pipe'],
  });
  const output = holdBack(child);
  const exited = once(child, 'exit').then(([code]) => (typeof code === 'number' ? code : 0));
  // A terminal sends Ctrl-C to both processes: the gateway shuts down by itself, and this one waits for it.
  const waitForChild = () => {};
  process.on('SIGINT', waitForChild);
  const onTerminate = () => child.kill('SIGTERM');
  process.on('SIGTERM', onTerminate);
  const address = `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`;
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
    await exited;
    process.off('SIGINT', waitForChild);
    process.off('SIGTERM', onTerminate);
  };
  try {
    await untilReady(address, child);
  } catch (error) {
    await stop();
    output.show();
    throw error;
  }
  output.discard();
  return { address, exited, [Symbol.asyncDispose]: stop };
}

/** Keeps what the gateway writes until it is known to be of interest: where it listens is told at the end, once. */
function holdBack({ stderr }: { readonly stderr: Readable }): { show(): void; discard(): void } {
  const held: Buffer[] = [];
  const hold = (chunk: Buffer) => held.push(chunk);
  stderr.on('data', hold);
  const passOn = () => {
    stderr.off('data', hold);
    stderr.pipe(process.stderr, { end: false });
  };
  return {
    show() {
      process.stderr.write(Buffer.concat(held));
      passOn();
    },
    discard: passOn,
  };
}

/** The port to use: the configured one when it is free, or a free one for 0. */
async function claimPort({ port, host }: Config): Promise<number> {
  const server = createServer();
  try {
    server.listen(port, host);
    await once(server, 'listening');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    throw new Error(
      `Port ${port} on ${host} is taken by another program. Choose another one: PORT=${port + 1} npm run quickstart`,
      { cause: error },
    );
  }
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : port;
}

async function untilReady(address: string, child: ChildProcess): Promise<void> {
  const deadline = performance.now() + READY_WITHIN_MS;
  while (performance.now() < deadline) {
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new Error('The gateway stopped before it was ready; what it said stands above.');
    }
    const response = await fetch(`${address}/ready`).catch(() => undefined); // not listening yet
    await response?.arrayBuffer();
    if (response?.ok === true) return;
    await delay(100);
  }
  throw new Error(`The gateway was not ready after ${READY_WITHIN_MS / 1_000} s. Try it alone: npm start`);
}
