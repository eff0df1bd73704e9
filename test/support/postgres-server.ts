import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
/** Where Debian and its relatives keep the server's programs, one folder a version. */
const VERSIONS = '/usr/lib/postgresql';

/** How a server is stopped: cut its connections and be consistent, or drop everything and recover at the next start. */
export type StopMode = 'fast' | 'immediate';

/** A PostgreSQL server of the test's own, on the loopback. */
export interface PostgresServer extends AsyncDisposable {
  readonly url: string;
  stop(mode: StopMode): Promise<void>;
  /** Comes up again at the same address. */
  start(): Promise<void>;
}

/** Folder of the newest server's programs; undefined where none is installed. */
export function postgresPrograms(): string | undefined {
  const versions = existsSync(VERSIONS) ? readdirSync(VERSIONS) : [];
  return versions
    .toSorted((a, b) => Number(b) - Number(a))
    .map((version) => join(VERSIONS, version, 'bin'))
    .find((bin) => existsSync(join(bin, 'initdb')));
}

export async function startPostgres(bin: string): Promise<PostgresServer> {
  const home = await mkdtemp(join(tmpdir(), 'knowql-postgres-'));
  const data = join(home, 'data');
  const isRoot = process.getuid?.() === 0;
  // The server refuses to be root.
  const runAsServer = (command: string) =>
    isRoot ? run('su', ['postgres', '-s', '/bin/sh', '-c', command]) : run('/bin/sh', ['-c', command]);
  if (isRoot) await chown(home, Number((await run('id', ['-u', 'postgres'])).stdout), 0);

  await runAsServer(`${bin}/initdb -D ${data} -U knowql -A trust -E UTF8 --locale=C.UTF-8 --no-sync`);
  const port = await freePort();
  const options = `-c listen_addresses=127.0.0.1 -c port=${port} -c unix_socket_directories=${home} -c fsync=off`;
  const control = (action: string) => runAsServer(`${bin}/pg_ctl -D ${data} -w -t 60 ${action}`);
  const server: PostgresServer = {
    url: `postgresql://knowql@127.0.0.1:${port}/postgres`,
    async stop(mode) {
      await control(`-m ${mode} stop`);
    },
    async start() {
      await control(`-l ${home}/log -o '${options}' start`);
    },
    async [Symbol.asyncDispose]() {
      if (existsSync(join(data, 'postmaster.pid'))) await server.stop('immediate');
      await rm(home, { recursive: true });
    },
  };
  await server.start();
  return server;
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => {
    probe.listen(0, '127.0.0.1', resolve);
  });
  const address = probe.address();
  await new Promise((resolve) => {
    probe.close(resolve);
  });
  if (address === null || typeof address === 'string') throw new Error('a TCP socket has a port');
  return address.port;
}
