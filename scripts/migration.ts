/**
 * Prints the SQL that the migrations lack: what would turn a database that has them all into what
 * prisma/schema.prisma describes. Empty when the two agree; exits with 1 when they do not.
 */
import { PGlite } from '@electric-sql/pglite';
import { migrate, pgliteConnection, readMigrations } from '../src/store/migrate.ts';
import { schemaDiff } from './schema-diff.ts';

const database = new PGlite();
await migrate(pgliteConnection(database), await readMigrations());
const sql = await schemaDiff(database);
await database.close();

if (!sql.includes('This is an empty migration')) {
  process.stdout.write(sql);
  process.exitCode = 1;
}
