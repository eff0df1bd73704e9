/** Prints the GraphQL schema to schema.graphql; with `--check`, fails when that is not the schema as it is built. */
import { readFileSync, writeFileSync } from 'node:fs';
import { lexicographicSortSchema, printSchema } from 'graphql';
import { schema } from '../src/graphql/schema.ts';

const file = new URL('../schema.graphql', import.meta.url);
const text = `${printSchema(lexicographicSortSchema(schema))}\n`;

if (!process.argv.includes('--check')) {
  writeFileSync(file, text);
} else if (readFileSync(file, 'utf8') !== text) {
  process.stderr.write('schema.graphql is not the schema as it is built: run npx tsx scripts/schema.ts\n');
  process.exitCode = 1;
}
