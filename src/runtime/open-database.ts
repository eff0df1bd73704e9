import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Database, type DatabaseOptions, openDatabase as open } from '../store/database.ts';

/** The database that the configuration names: PostgreSQL, or the embedded one in the data directory. */
export async function openDatabase(
  { home, databaseUrl }: { readonly home: string; readonly databaseUrl: string | undefined },
  options: Pick<DatabaseOptions, 'onConnectionError' | 'clock'>,
): Promise<Database> {
  if (databaseUrl !== undefined) return open({ url: databaseUrl, ...options });
  const directory = join(home, 'database');
  await mkdir(directory, { recursive: true });
  return open({ directory, ...options });
}
