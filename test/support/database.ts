import { randomUUID } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { Client } from 'pg';
import { afterAll, beforeAll, describe } from 'vitest';
import { jsonHash } from '../../src/lib/json.ts';
import { type Database, openDatabase } from '../../src/store/database.ts';
import { openPglite } from '../../src/store/database-pglite.ts';
import { migrate, pgliteConnection, readMigrations } from '../../src/store/migrate.ts';

/** PostgreSQL server that the suites may make databases on; undefined where there is none. */
export const TEST_DATABASE_URL = process.env['TEST_DATABASE_URL'];

/** Gives an empty database. There is one at a time: it is the same one, emptied, at every call. */
export type OpenDatabase = () => Promise<Database>;

/** Runs a suite on the embedded database, and on PostgreSQL where TEST_DATABASE_URL names a server. */
export function describeDatabases(name: string, suite: (open: OpenDatabase) => void): void {
  describe(`${name} (PGlite)`, () => {
    suite(sharedDatabase(openEmbedded));
  });
  describePostgres(name, ({ open }) => suite(open));
}

export interface PostgresSuite {
  readonly open: OpenDatabase;
  /** Connection string of the suite's database, for a second process's view of it. */
  readonly url: () => string;
}

/** Runs a suite on a PostgreSQL database of its own. */
export function describePostgres(name: string, suite: (postgres: PostgresSuite) => void): void {
  describe.skipIf(TEST_DATABASE_URL === undefined)(`${name} (PostgreSQL)`, () => {
    let server: ServerDatabase;
    beforeAll(async () => {
      server = await createServerDatabase();
    });
    const url = () => server.url;
    // Hooks after a suite run in the reverse order of their making: the connections are closed before.
    afterAll(() => server[Symbol.asyncDispose]());
    const open = sharedDatabase(() => openDatabase({ url: url() }));
    suite({ open, url });
  });
}

export interface ServerDatabase extends AsyncDisposable {
  readonly url: string;
}

/** An empty database on the PostgreSQL server, not even migrated. Dropped when disposed. */
export async function createServerDatabase(): Promise<ServerDatabase> {
  const name = `knowql_test_${randomUUID().replaceAll('-', '')}`;
  await administer(`CREATE DATABASE ${name}`);
  return {
    url: Object.assign(new URL(TEST_DATABASE_URL ?? ''), { pathname: `/${name}` }).href,
    [Symbol.asyncDispose]: () => administer(`DROP DATABASE ${name} WITH (FORCE)`),
  };
}

/** Runs one statement as the server's administrator. */
export async function administer(sql: string): Promise<void> {
  const client = new Client({ connectionString: TEST_DATABASE_URL });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** An embedded database in memory, migrated, the caller's own. */
export async function openEmbedded(): Promise<Database> {
  return openPglite(undefined, { loadDataDir: new Blob([await template()]) });
}

function sharedDatabase(openNew: () => Promise<Database>): OpenDatabase {
  let shared: Database;
  beforeAll(async () => {
    shared = await openNew();
  });
  afterAll(() => shared[Symbol.asyncDispose]());
  return async () => {
    await shared.prisma.$executeRaw`TRUNCATE workspaces CASCADE`;
    return { ...shared, [Symbol.asyncDispose]: async () => {} };
  };
}

/** A migrated data directory, made once a machine: initdb takes several times as long as unpacking one. */
async function template(): Promise<Uint8Array<ArrayBuffer>> {
  const migrations = await readMigrations();
  const path = join(
    tmpdir(),
    `knowql-template-${jsonHash(migrations.map(({ checksum }) => checksum)).slice(0, 16)}.tar`,
  );
  try {
    return new Uint8Array(await readFile(path));
  } catch {
    // Not made yet.
  }
  const pglite = await PGlite.create();
  await migrate(pgliteConnection(pglite), migrations);
  const bytes = new Uint8Array(await (await pglite.dumpDataDir('none')).arrayBuffer());
  await pglite.close();
  const draft = `${path}.${randomUUID()}`;
  await writeFile(draft, bytes);
  await rename(draft, path); // whoever reads the path sees all of it
  return bytes;
}
