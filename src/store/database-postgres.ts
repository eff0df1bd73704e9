import { PrismaPg } from '@prisma/adapter-pg';
import { Client, type ClientConfig, Pool } from 'pg';
import { abortable } from '../lib/signals.ts';
import type { Database, DatabaseOptions } from './database.ts';
import { createListener } from './listener.ts';
import { migrate, postgresConnection, readMigrations } from './migrate.ts';
import { createPrismaClient } from './prisma-client.ts';

type PostgresOptions = Required<Pick<DatabaseOptions, 'url' | 'poolSize' | 'onConnectionError' | 'clock'>>;

/** A PostgreSQL server, which any number of processes share. */
export async function openPostgres({ url, poolSize, onConnectionError, clock }: PostgresOptions): Promise<Database> {
  const connection: ClientConfig = {
    connectionString: url,
    application_name: 'knowql',
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  };
  const migrated = await migrateServer(connection);

  const pool = new Pool({
    ...connection,
    max: poolSize,
    connectionTimeoutMillis: 30_000,
    // oxlint-disable-next-line typescript/no-misused-promises -- the pool waits for it; its types are behind
    onConnect: async (client) => {
      // The pool takes its own listener off before the borrower adds one, which is later in the same packet when a
      // server shuts down: for that moment an error would end the process. Whoever uses the connection is told anyway.
      client.on('error', () => {});
      // The driver adapter reads and writes times without their zone, as if every session were in UTC.
      await client.query(`SET TIME ZONE 'UTC'`);
    },
  });
  // A connection that breaks while it is idle, and one that breaks in a transaction: without a listener either ends
  // the process.
  const prisma = createPrismaClient(
    new PrismaPg(pool, { onPoolError: onConnectionError, onConnectionError, disposeExternalPool: false }),
  );
  pool.on('error', () => {});
  const listener = createListener({ connection, clock, onConnectionError });

  return {
    kind: 'postgres',
    prisma,
    migrated,
    listen: (channel, onNotify) => listener.listen(channel, onNotify),
    async ping(signal) {
      await abortable(pool.query('SELECT 1'), signal);
    },
    async [Symbol.asyncDispose]() {
      await listener[Symbol.asyncDispose]();
      await prisma.$disconnect();
      await pool.end();
    },
  };
}

async function migrateServer(connection: ClientConfig): Promise<readonly string[]> {
  const client = new Client(connection);
  client.on('error', () => {}); // what it breaks rejects as well
  await client.connect();
  try {
    return await migrate(postgresConnection(client), await readMigrations());
  } finally {
    await client.end();
  }
}
