import { Ajv2020 } from 'ajv/dist/2020.js';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  integer,
  oneOf,
  optional,
  readArguments,
  ToolFault,
  text,
  textList,
  toSchema,
} from '../../../src/engine/research/parameters.ts';
import type { JsonObject } from '../../../src/lib/json.ts';

const parameters = {
  query: text('What to look for.', 20),
  limit: optional(integer('How many.', 1, 20)),
  sources: optional(textList('Where.', 2, 10)),
  type: optional(oneOf('Of which type.', ['doc', 'table'])),
};

describe('The arguments of a tool', () => {
  it('are read as they were declared', () => {
    expect(readArguments(parameters, { query: ' days ', limit: 3, sources: ['a.md'], type: 'doc' })).toEqual({
      query: 'days',
      limit: 3,
      sources: ['a.md'],
      type: 'doc',
    });
    expect(readArguments(parameters, { query: 'days', limit: '3', type: null })).toEqual({ query: 'days', limit: 3 });
  });

  it.each([
    [{}, 'query is missing.'],
    [{ query: ' ' }, /^query must be a text/],
    [{ query: 'x'.repeat(21) }, /^query must have at most 20/],
    [{ query: 'x', limit: 1.5 }, /^limit must be a whole number from 1 to 20/],
    [{ query: 'x', sources: [] }, /^sources must be a list/],
    [{ query: 'x', sources: ['a', 'b', 'c'] }, /^sources must have at most 2/],
    [{ query: 'x', sources: ['a', 7] }, /^sources\[1\] must be a text/],
    [{ query: 'x', type: 'topic' }, 'type must be one of doc, table.'],
    [{ query: 'x', constructor: 1 }, /no argument "constructor"; use query, limit, sources, type/],
    [JSON.parse('{"query":"x","__proto__":{}}') as JsonObject, /no argument "__proto__"/],
  ])('name what is wrong with them: %j', (args, message) => {
    expect(() => readArguments(parameters, args)).toThrow(message);
  });

  it('that are read are valid by the schema that the model is told, and nothing but a ToolFault is thrown', () => {
    const validate = new Ajv2020({ strict: false }).compile(toSchema(parameters));
    const value = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constantFrom('doc', 'x', ['a.md'], 5));
    const args = fc.dictionary(fc.constantFrom('query', 'limit', 'sources', 'type', 'other', 'toString'), value);
    fc.assert(
      fc.property(args, (given) => {
        const outcome = attempt(() => readArguments(parameters, given as JsonObject));
        const isRead = !(outcome instanceof Error) && validate(JSON.parse(JSON.stringify(outcome)));
        expect(isRead || outcome instanceof ToolFault).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});

function attempt(read: () => object): object {
  try {
    return read();
  } catch (error) {
    return error as Error;
  }
}
