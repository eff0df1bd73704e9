import { readFileSync } from 'node:fs';
import { buildSchema, parse, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import * as operations from '../../src/web/api/operations.ts';

const schema = buildSchema(readFileSync('schema.graphql', 'utf8'));

describe('the operations of the page', () => {
  it.each(Object.entries(operations))('%s stands in the schema', (_name, document) => {
    expect(validate(schema, parse(document))).toEqual([]);
  });
});
