import { mkdir } from 'node:fs/promises';
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { PrismaPGlite } from 'pglite-prisma-adapter';
import { abortable } from '../lib/signals.ts';
import type { Database } from './database.ts';
import { migrate, pgliteConnection, readMigrations } from './migrate.ts';
import { createPrismaClient } from './prisma-client.ts';

/** PostgreSQL inside this process, in a folder or in memory. */
export async function openPglite(directory: string | undefined, options: PGliteOptions = {}): Promise<Database> {
  if (directory !== undefined) await mkdir(directory, { recursive: true });
  const pglite = await PGlite.create({ ...options, ...(directory === undefined ? {} : { dataDir: directory }) });
  try {
    // The driver adapter reads and writes times without their zone, as if every session were in UTC.
    await pglite.exec(`SET TIME ZONE 'UTC'`);
    const migrated = await migrate(pgliteConnection(pglite), await readMigrations());
    const prisma = createPrismaClient(new PrismaPGlite(pglite));
    return {
      kind: 'pglite',
      prisma,
      migrated,
      async listen(channel, onNotify) {
        const unlisten = await pglite.listen(channel, onNotify);
        return { [Symbol.asyncDispose]: async () => (pglite.closed ? undefined : unlisten()) };
      },
      async ping(signal) {
        await abortable(pglite.query('SELECT 1'), signal);
      },
      async [Symbol.asyncDispose]() {
        await prisma.$disconnect();
        if (!pglite.closed) await pglite.close();
      },
    };
  } catch (error) {
    await pglite.close();
    throw error;
  }
}
