import { PGlite } from '@electric-sql/pglite';
import { expect, it } from 'vitest';
import { schemaDiff } from '../../scripts/schema-diff.ts';
import { migrate, pgliteConnection, readMigrations } from '../../src/store/migrate.ts';

it('the migrations make what the Prisma schema describes', async () => {
  const database = new PGlite();
  await migrate(pgliteConnection(database), await readMigrations());

  expect((await schemaDiff(database)).trim()).toBe('-- This is an empty migration.');

  // The control: a column more is a difference.
  await database.exec('ALTER TABLE queries ADD COLUMN extra text');
  expect(await schemaDiff(database)).toContain('DROP COLUMN "extra"');
  await database.close();
});
