import { readFileSync, writeFileSync } from 'node:fs';
import { minifyIntrospectionQuery } from '@urql/introspection';
import { buildSchema, introspectionFromSchema } from 'graphql';

/**
 * Writes introspection.json, the part of the schema that the cache needs: which types there are, their fields, and
 * what may be null. Run it when the schema changes: `npx tsx examples/urql/introspect.ts`.
 */
const schema = buildSchema(readFileSync('schema.graphql', 'utf8'));
const minified = minifyIntrospectionQuery(introspectionFromSchema(schema));
writeFileSync('examples/urql/introspection.json', `${JSON.stringify(minified, null, 2)}\n`);
