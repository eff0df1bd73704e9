import { readFileSync, writeFileSync } from 'node:fs';
import * as operations from './operations.ts';
import { trimSchema } from './trim-schema.ts';

// Writes introspection.json. Run it when the operations select more: `npx tsx examples/urql/introspect.ts`.
const trimmed = trimSchema(readFileSync('schema.graphql', 'utf8'), Object.values(operations));
writeFileSync('examples/urql/introspection.json', `${JSON.stringify(trimmed, null, 2)}\n`);
