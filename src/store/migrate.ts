import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import type { PGlite } from '@electric-sql/pglite';
import type { Client } from 'pg';

export interface Migration {
  /** Folder name: the order of the names is the order of the migrations. */
  readonly name: string;
  readonly sql: string;
  /** SHA-256 of the file, as Prisma computes it. */
  readonly checksum: string;
}

/** One connection that the migrations run on, start to end. */
export interface MigrationConnection {
  /** Runs any number of statements. */
  execute(sql: string): Promise<unknown>;
  query<T extends object>(sql: string, values?: readonly unknown[]): Promise<readonly T[]>;
  /** Waits until no other process migrates the same database, and keeps it so until the connection ends. */
  lock(): Promise<void>;
}

/** The database and this program do not fit together; the message says what to do. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

// Two levels up from src/store as well as from dist/store.
const DIRECTORY = new URL('../../prisma/migrations/', import.meta.url);

// Any number will do, as long as every version of the program takes the same.
const ADVISORY_LOCK = 5_817_031_602;

// Prisma's own table, so that its tools agree about what is applied.
const TABLE = `
CREATE TABLE IF NOT EXISTS _prisma_migrations (
  id varchar(36) PRIMARY KEY NOT NULL,
  checksum varchar(64) NOT NULL,
  finished_at timestamptz,
  migration_name varchar(255) NOT NULL,
  logs text,
  rolled_back_at timestamptz,
  started_at timestamptz NOT NULL DEFAULT now(),
  applied_steps_count integer NOT NULL DEFAULT 0
)`;

/** The migrations that belong to this version of the program, in order. */
export async function readMigrations(directory: URL = DIRECTORY): Promise<readonly Migration[]> {
  const entries = await readdir(directory, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  return Promise.all(
    names.toSorted().map(async (name) => {
      const sql = await readFile(new URL(`${name}/migration.sql`, directory), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

/**
 * Applies what is missing, each file in a transaction of its own, and returns the names of what it applied.
 * @throws MigrationError when the database holds a migration that this program does not know, or knows otherwise.
 */
export async function migrate(
  connection: MigrationConnection,
  migrations: readonly Migration[],
): Promise<readonly string[]> {
  await connection.lock();
  await connection.execute(TABLE);
  const pending = await pendingMigrations(connection, migrations);
  for (const migration of pending) await apply(connection, migration);
  return pending.map(({ name }) => name);
}

async function pendingMigrations(
  connection: MigrationConnection,
  migrations: readonly Migration[],
): Promise<readonly Migration[]> {
  const applied = await connection.query<{ migration_name: string; checksum: string; finished: boolean }>(
    `SELECT migration_name, checksum, finished_at IS NOT NULL AS finished
       FROM _prisma_migrations WHERE rolled_back_at IS NULL`,
  );
  for (const { migration_name: name, checksum, finished } of applied) {
    const known = migrations.find((migration) => migration.name === name);
    if (known === undefined) {
      throw new MigrationError(
        `The database was migrated by a newer version of this program (it has the migration ${name}). Start that version, or use another database.`,
      );
    }
    if (!finished) {
      throw new MigrationError(
        `The migration ${name} was begun by another tool and never finished. Repair the database and mark it with "prisma migrate resolve", or restore a backup.`,
      );
    }
    if (known.checksum !== checksum) {
      throw new MigrationError(
        `The migration ${name} was changed after it had been applied to this database. Restore its file as it was, and put the change into a new migration.`,
      );
    }
  }
  const names = new Set(applied.map((row) => row.migration_name));
  return migrations.filter(({ name }) => !names.has(name));
}

async function apply(connection: MigrationConnection, { name, sql, checksum }: Migration): Promise<void> {
  await connection.execute('BEGIN');
  try {
    await connection.execute(sql);
    await connection.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
       VALUES ($1, $2, $3, clock_timestamp(), 1)`,
      [randomUUID(), checksum, name],
    );
    await connection.execute('COMMIT');
  } catch (error) {
    await connection.execute('ROLLBACK').catch(() => {}); // a connection that broke has rolled back by itself
    throw new MigrationError(`The migration ${name} failed and was undone: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

export function pgliteConnection(database: PGlite): MigrationConnection {
  return {
    execute: (sql) => database.exec(sql),
    query: async <T extends object>(sql: string, values: readonly unknown[] = []) =>
      (await database.query<T>(sql, [...values])).rows,
    lock: async () => {}, // it belongs to this process alone
  };
}

export function postgresConnection(client: Client): MigrationConnection {
  return {
    execute: (sql) => client.query(sql),
    query: async <T extends object>(sql: string, values: readonly unknown[] = []) =>
      (await client.query<T>(sql, [...values])).rows,
    async lock() {
      await client.query('SELECT pg_advisory_lock($1)', [ADVISORY_LOCK]);
    },
  };
}
