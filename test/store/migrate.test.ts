import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/store/database.ts';
import { type Migration, MigrationError, migrate, pgliteConnection, readMigrations } from '../../src/store/migrate.ts';
import { ensureWorkspace } from '../../src/store/workspaces.ts';
import { createServerDatabase, describePostgres, openEmbedded } from '../support/database.ts';

const migration = (name: string, sql: string): Migration => ({ name, sql, checksum: `checksum of ${sql}` });
const one = migration('1_one', 'CREATE TABLE one (id int); CREATE INDEX ON one (id);');
const two = migration('2_two', 'ALTER TABLE one ADD COLUMN name text;');

describe('the migrations', () => {
  let pglite: PGlite;
  beforeAll(async () => {
    pglite = await PGlite.create();
  });
  afterAll(() => pglite.close());
  beforeEach(async () => {
    await pglite.exec('DROP TABLE IF EXISTS one, _prisma_migrations');
  });
  const run = (...migrations: readonly Migration[]) => migrate(pgliteConnection(pglite), migrations);

  it('are applied once, in order, the missing ones only', async () => {
    expect(await run(one)).toEqual(['1_one']);
    expect(await run(one, two)).toEqual(['2_two']);
    expect(await run(one, two)).toEqual([]);
    const { rows } = await pglite.query('SELECT migration_name, checksum, applied_steps_count FROM _prisma_migrations');
    expect(rows).toEqual([
      { migration_name: '1_one', checksum: one.checksum, applied_steps_count: 1 },
      { migration_name: '2_two', checksum: two.checksum, applied_steps_count: 1 },
    ]);
  });

  it('are undone as a whole when one statement fails', async () => {
    const broken = migration('2_broken', 'ALTER TABLE one ADD COLUMN name text; SELECT nonsense;');
    await expect(run(one, broken)).rejects.toThrow('The migration 2_broken failed and was undone');
    expect(await run(one, two)).toEqual(['2_two']);
  });

  it('are refused when one was changed after it had been applied', async () => {
    await run(one);
    await expect(run(migration('1_one', 'CREATE TABLE other (id int)'))).rejects.toThrow('was changed after');
  });

  it('are refused when the database is ahead of the program', async () => {
    await run(one, two);
    await expect(run(one)).rejects.toThrow('migrated by a newer version of this program (it has the migration 2_two)');
    await expect(run(one)).rejects.toBeInstanceOf(MigrationError);
  });

  it('are refused when another tool left one half done', async () => {
    await run(one);
    await pglite.exec('UPDATE _prisma_migrations SET finished_at = NULL');
    await expect(run(one)).rejects.toThrow('never finished');
  });

  it('have the checksums that Prisma computes, and the indexes that it cannot describe', async () => {
    const [first] = await readMigrations();
    expect(first?.name).toMatch(/^\d{14}_init$/);
    expect(first?.checksum).toMatch(/^[0-9a-f]{64}$/);
    await using db = await openEmbedded();
    const indexes = await db.prisma.$queryRaw<{ indexdef: string }[]>`
      SELECT indexdef FROM pg_indexes WHERE indexdef LIKE '%WHERE%' ORDER BY indexname`;
    expect(indexes.map(({ indexdef }) => indexdef.replace(/::\w+/, ''))).toEqual([
      expect.stringMatching(
        /^CREATE UNIQUE INDEX .* ON public.curations .*\(context_id\) WHERE \(status = 'running'\)$/,
      ),
      expect.stringMatching(/^CREATE INDEX .* \(lease_expires_at, id\) WHERE \(status = 'in_progress'\)$/),
      expect.stringMatching(
        /^CREATE UNIQUE INDEX .* ON public.queries .*\(session_id\) WHERE \(status = 'in_progress'\)$/,
      ),
    ]);
  });
});

describe('an embedded database', () => {
  it('is there again, as it was, when it is opened again', async () => {
    const home = await mkdtemp(join(tmpdir(), 'knowql-database-'));
    const workspace = { id: 'wsp_a', slug: 'default', name: 'Default' };
    try {
      {
        await using db = await openDatabase({ directory: join(home, 'database') });
        expect(db.migrated).toHaveLength((await readMigrations()).length);
        expect(await ensureWorkspace(db, workspace)).toBe('wsp_a');
      }
      await using db = await openDatabase({ directory: join(home, 'database') });
      expect(db.migrated).toEqual([]);
      expect(await ensureWorkspace(db, { ...workspace, id: 'wsp_b' })).toBe('wsp_a');
    } finally {
      await rm(home, { recursive: true, force: true });
    }
  });
});

describePostgres('replicas that start together', () => {
  it('migrate an empty database once', async () => {
    await using server = await createServerDatabase();
    const { url } = server;
    const databases = await Promise.all(Array.from({ length: 4 }, () => openDatabase({ url, poolSize: 2 })));
    const applied = databases.flatMap(({ migrated }) => migrated);
    expect(applied).toHaveLength((await readMigrations()).length);
    await Promise.all(databases.map((database) => database[Symbol.asyncDispose]()));
  });
});
