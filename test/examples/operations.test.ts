import { readFileSync } from 'node:fs';
import { buildSchema, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import * as apollo from '../../examples/apollo/operations.ts';
import * as urql from '../../examples/urql/operations.ts';
import { trimSchema } from '../../examples/urql/trim-schema.ts';

const schema = buildSchema(readFileSync('schema.graphql', 'utf8'));
const recipe = (path: string) => readFileSync(path, 'utf8');

describe('the recipes', () => {
  it.each(Object.entries(urql))('urql: %s stands in the schema', (_name, document) => {
    expect(validate(schema, document)).toEqual([]);
  });

  it.each(Object.entries(apollo))('Apollo: %s stands in the schema', (_name, document) => {
    expect(validate(schema, document)).toEqual([]);
  });

  it.each(['follow-query.ts', 'live-fetch.ts'])('%s is the one that the page runs on, in both', (file) => {
    expect(recipe(`examples/urql/${file}`)).toBe(recipe(`src/web/live/${file}`));
    expect(recipe(`examples/apollo/${file}`)).toBe(recipe(`src/web/live/${file}`));
  });

  it('urql: introspection.json is of this schema (else run examples/urql/introspect.ts)', () => {
    const trimmed: unknown = trimSchema(recipe('schema.graphql'), Object.values(urql));
    expect(JSON.parse(recipe('examples/urql/introspection.json'))).toEqual(JSON.parse(JSON.stringify(trimmed)));
  });

  it('live-client.ts is the same in both', () => {
    expect(recipe('examples/apollo/live-client.ts')).toBe(recipe('examples/urql/live-client.ts'));
  });
});
