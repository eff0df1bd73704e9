import type { Clock } from '../lib/clock.ts';
import { systemClock } from '../lib/clock.ts';
import type { OnNotify } from './listener.ts';
import type { PrismaClient } from './prisma/client.ts';

export interface DatabaseOptions {
  /** PostgreSQL connection string. Without one the database is embedded. */
  readonly url?: string;
  /** Folder of the embedded database; without one it lives in memory. */
  readonly directory?: string;
  /** Connections to PostgreSQL, the one that listens not counted. */
  readonly poolSize?: number;
  /** Told of every connection that breaks. The database goes on and makes new ones. */
  readonly onConnectionError?: (error: Error) => void;
  readonly clock?: Clock;
}

/** An open database with the schema of this program. Closes when disposed. */
export interface Database extends AsyncDisposable {
  readonly kind: 'pglite' | 'postgres';
  readonly prisma: PrismaClient;
  /** Names of the migrations that opening it applied. */
  readonly migrated: readonly string[];
  /**
   * Calls `onNotify` for each notification on `channel`. Notifications can be lost with a connection; after it is
   * made again, `onNotify` is called once with an empty payload.
   */
  listen(channel: string, onNotify: OnNotify): Promise<AsyncDisposable>;
  /** Resolves when the database answers; rejects when it cannot, or with the signal's reason. */
  ping(signal: AbortSignal): Promise<void>;
}

/**
 * Opens the database and brings its schema up to date.
 * @throws MigrationError when the database does not fit this program.
 */
export async function openDatabase(options: DatabaseOptions = {}): Promise<Database> {
  const { url, directory, poolSize = 10, onConnectionError = () => {}, clock = systemClock } = options;
  // Each with its driver, of which a process needs one.
  if (url === undefined) return (await import('./database-pglite.ts')).openPglite(directory);
  return (await import('./database-postgres.ts')).openPostgres({ url, poolSize, onConnectionError, clock });
}
