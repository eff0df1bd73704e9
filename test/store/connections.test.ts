import { once } from 'node:events';
import { connect, createServer, type Server } from 'node:net';
import { Client, Pool } from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openDatabase } from '../../src/store/database.ts';
import { describePostgres } from '../support/database.ts';

/** What a server sends when it is idle inside no transaction: a query is over and the next may come. */
const READY_FOR_QUERY = Buffer.from('Z\0\0\0\x05I', 'latin1');

/** What a server that is shut down tells its clients, unasked, before it closes their connections. */
function shutdownMessage(): Buffer {
  const fields = Buffer.from('SFATAL\0VFATAL\0C57P01\0Mterminating connection due to administrator command\0\0');
  const header = Buffer.alloc(5, 'E');
  header.writeInt32BE(4 + fields.length, 1);
  return Buffer.concat([header, fields]);
}

/** A way to the server on which a connection can be shut down in the same packet that ends a query. */
class ShutdownProxy implements AsyncDisposable {
  #armed = false;
  shutDowns = 0;

  readonly url: string;
  readonly #listening: Server;

  private constructor(url: string, listening: Server) {
    this.url = url;
    this.#listening = listening;
  }

  static async open(serverUrl: string): Promise<ShutdownProxy> {
    const { hostname, port } = new URL(serverUrl);
    const listening = createServer((client) => {
      const server = connect(Number(port), hostname);
      for (const socket of [client, server]) socket.on('error', () => {}); // either end may go first
      client.pipe(server);
      server.on('end', () => client.end());
      server.on('data', (chunk: Buffer) => {
        const strikes = proxy.#armed && chunk.subarray(-READY_FOR_QUERY.length).equals(READY_FOR_QUERY);
        if (!strikes) return client.write(chunk);
        proxy.#armed = false;
        proxy.shutDowns += 1;
        server.destroy();
        client.unpipe(server).resume(); // what it still says goes nowhere
        return client.end(Buffer.concat([chunk, shutdownMessage()]));
      });
    }).listen(0, '127.0.0.1');
    await once(listening, 'listening');
    const address = listening.address();
    if (address === null || typeof address === 'string') throw new Error('a TCP socket has a port');
    const url = Object.assign(new URL(serverUrl), { host: `127.0.0.1:${address.port}` }).href;
    const proxy = new ShutdownProxy(url, listening);
    return proxy;
  }

  /** The next query that ends takes its connection with it. */
  arm(): void {
    this.#armed = true;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#listening.close();
    await once(this.#listening, 'close');
  }
}

const LOCK = 'pg_advisory_lock(7)';
const WAITING = "FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'advisory'";
const LOOKING = { timeout: 30_000 };

/** Keeps whoever wants the lock waiting. */
class LockHolder implements AsyncDisposable {
  readonly #client: Client;

  private constructor(client: Client) {
    this.#client = client;
  }

  static async open(connectionString: string): Promise<LockHolder> {
    const client = new Client({ connectionString });
    await client.connect();
    await client.query(`SELECT ${LOCK}`);
    return new LockHolder(client);
  }

  async isWaitedFor(): Promise<boolean> {
    return (await this.#client.query(`SELECT 1 ${WAITING}`)).rowCount === 1;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#client.end();
  }
}

describePostgres('a connection that the server shuts down', ({ open, url }) => {
  // The pool hands a connection on while the packet that freed it is still being read: for that moment it belongs to
  // nobody, and an error without a listener would end the process.
  test.each(['query', 'transaction'] as const)(
    'between a query and the %s that waits for it ends neither the process nor the database',
    async (next) => {
      await using _emptied = await open();
      await using proxy = await ShutdownProxy.open(url());
      await using db = await openDatabase({ url: proxy.url, poolSize: 1 });
      await db.prisma.$queryRaw`SELECT 1`;

      proxy.arm();
      const waiting = {
        query: () => db.prisma.$queryRaw`SELECT 2`,
        transaction: () => db.prisma.$transaction((tx) => tx.$queryRaw`SELECT 2`),
      };
      let settled: Promise<readonly PromiseSettledResult<unknown>[]>;
      {
        // The query does not end before the other one waits for its connection.
        await using holder = await LockHolder.open(url());
        const slow = Promise.resolve(db.prisma.$queryRaw`SELECT 1 AS one, pg_advisory_lock(7)::text AS held`);
        await vi.waitUntil(() => holder.isWaitedFor(), LOOKING);
        const connect = vi.spyOn(Pool.prototype, 'connect');
        onTestFinished(() => connect.mockRestore());
        settled = Promise.allSettled([slow, waiting[next]()]);
        await vi.waitUntil(() => connect.mock.calls.length === 1, LOOKING);
      }
      const [first] = await settled;

      expect(proxy.shutDowns).toBe(1);
      expect(first).toEqual({ status: 'fulfilled', value: [{ one: 1, held: '' }] });
      expect(await db.prisma.$queryRaw`SELECT 3 AS three`).toEqual([{ three: 3 }]);
    },
  );
});
