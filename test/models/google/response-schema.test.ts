import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../src/lib/json.ts';
import { toResponseSchema } from '../../../src/models/google/response-schema.ts';

// As the service documents it.
const TAKEN = new Set([
  '$defs',
  '$ref',
  'type',
  'format',
  'title',
  'description',
  'enum',
  'items',
  'prefixItems',
  'minItems',
  'maxItems',
  'minimum',
  'maximum',
  'anyOf',
  'properties',
  'additionalProperties',
  'required',
]);

/** What of a schema the service would not take; empty when it takes all. */
function faultsOf(schema: JsonValue, definitions: ReadonlySet<string>): readonly string[] {
  if (!isJsonObject(schema)) return [`${JSON.stringify(schema)} is no schema`];
  const inner = (value: JsonValue | undefined) => (value === undefined ? [] : faultsOf(value, definitions));
  const each = (value: JsonValue | undefined) =>
    isJsonObject(value) ? Object.values(value).flatMap(inner) : ((value ?? []) as readonly JsonValue[]).flatMap(inner);
  const { properties, required = [], additionalProperties, $ref } = schema;
  return [
    ...Object.keys(schema).filter((keyword) => !TAKEN.has(keyword)),
    ...((required ?? []) as readonly string[])
      .filter((name) => !Object.hasOwn(properties as JsonObject, name))
      .map((name) => `required ${name} is no property`),
    ...($ref === undefined || Object.keys(schema).every((keyword) => keyword.startsWith('$'))
      ? []
      : ['something stands beside $ref']),
    ...(typeof $ref !== 'string' || definitions.has($ref.replace('#/$defs/', '')) ? [] : [`${$ref} leads nowhere`]),
    ...(((schema['enum'] ?? []) as readonly JsonValue[]).every(
      (choice) => typeof choice === 'number' || (typeof choice === 'string' && choice !== ''),
    )
      ? []
      : ['enum holds what is neither text nor number']),
    ...each(properties),
    ...each(schema['$defs']),
    ...each(schema['anyOf']),
    ...each(schema['prefixItems']),
    ...inner(schema['items']),
    ...(typeof additionalProperties === 'boolean' ? [] : inner(additionalProperties)),
  ];
}

/** Schemas with every keyword of both dialects, well-formed or not. */
const { schema: anySchema } = fc.letrec<{ schema: JsonValue; object: JsonObject }>((tie) => ({
  schema: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.boolean(),
    fc.jsonValue(),
    tie('object'),
  ) as fc.Arbitrary<JsonValue>,
  object: fc.record(
    {
      type: fc.oneof(
        fc.constantFrom('object', 'array', 'string', 'number', 'integer', 'boolean', 'null', 'any'),
        fc.array(fc.constantFrom('object', 'null', 'string', 'x')),
      ),
      format: fc.constantFrom('date', 'email', 'uri'),
      title: fc.string(),
      description: fc.oneof(fc.string(), fc.integer()),
      enum: fc.array(fc.oneof(fc.string(), fc.integer(), fc.constant(null), fc.boolean())),
      const: fc.oneof(fc.string(), fc.integer(), fc.constant(null)),
      pattern: fc.string(),
      minLength: fc.nat(),
      minimum: fc.oneof(fc.integer(), fc.string()),
      exclusiveMaximum: fc.integer(),
      minItems: fc.integer(),
      uniqueItems: fc.boolean(),
      items: fc.oneof(tie('schema'), fc.array(tie('schema'), { maxLength: 2 })),
      additionalItems: tie('schema'),
      prefixItems: fc.array(tie('schema'), { maxLength: 2 }),
      properties: fc.dictionary(fc.constantFrom('a', 'b', '__proto__', 'toString'), tie('schema'), { maxKeys: 3 }),
      patternProperties: fc.dictionary(fc.string(), tie('schema'), { maxKeys: 1 }),
      required: fc.oneof(fc.array(fc.constantFrom('a', 'b', 'c', 'toString')), fc.string()),
      additionalProperties: tie('schema'),
      anyOf: fc.array(tie('schema'), { maxLength: 2 }),
      oneOf: fc.array(tie('schema'), { maxLength: 2 }),
      allOf: fc.array(tie('schema'), { maxLength: 2 }),
      not: tie('schema'),
      if: tie('schema'),
      $ref: fc.constantFrom('#', '#/$defs/a', '#/definitions/b', '#/$defs/none', '#/properties/a', 'other.json'),
      $defs: fc.dictionary(fc.constantFrom('a', 'b', '__proto__'), tie('schema'), { maxKeys: 2 }),
      definitions: fc.dictionary(fc.constantFrom('a', 'b'), tie('schema'), { maxKeys: 2 }),
      $schema: fc.string(),
      default: fc.jsonValue() as fc.Arbitrary<JsonValue>,
    },
    { requiredKeys: [] },
  ) as fc.Arbitrary<JsonObject>,
}));

describe('What of a shape Gemini is held to', () => {
  it('is what it takes and no more, whatever the shape, and the shape is left as it is', () => {
    fc.assert(
      fc.property(anySchema, (shape) => {
        if (!isJsonObject(shape)) return;
        const before = JSON.stringify(shape);
        const schema = toResponseSchema(shape);
        expect(JSON.stringify(shape)).toBe(before);
        if (schema === undefined) return;
        const definitions = new Set(Object.keys((schema['$defs'] ?? {}) as JsonObject));
        expect(faultsOf(schema, definitions)).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  it.each<[string, JsonObject, JsonObject]>([
    ['types, of one kind and of several', { type: ['string', 'null'] }, { type: ['string', 'null'] }],
    ['choices', { enum: ['a', 'b'] }, { enum: ['a', 'b'] }],
    ['one choice', { const: 3 }, { enum: [3] }],
    ['no choices that it cannot express', { enum: ['a', null] }, {}],
    ['no format that it does not know', { type: 'string', format: 'email' }, { type: 'string' }],
    ['alternatives, exclusive or not', { oneOf: [{ type: 'string' }] }, { anyOf: [{ type: 'string' }] }],
    ['what an allOf of one says', { allOf: [{ type: 'string' }], title: 'T' }, { type: 'string', title: 'T' }],
    ['nothing of an allOf of two', { allOf: [{ type: 'string' }, { minLength: 1 }] }, {}],
    [
      'tuples of draft 7',
      { items: [{ type: 'string' }], additionalItems: { type: 'number' } },
      { prefixItems: [{ type: 'string' }], items: { type: 'number' } },
    ],
    ['anything, where the shape allows anything', { not: { type: 'string' } }, {}],
  ])('keeps %s', (_, member, kept) => {
    expect(toResponseSchema({ type: 'object', properties: { member } })).toEqual({
      type: 'object',
      properties: { member: kept },
    });
  });

  it('keeps references to definitions, also from draft 7, and none into a cycle', () => {
    const node = { type: 'object', properties: { next: { $ref: '#/$defs/node' } } };
    const schema = toResponseSchema({
      type: 'object',
      properties: {
        money: { allOf: [{ $ref: '#/definitions/money' }], description: 'beside it' },
        list: { $ref: '#/$defs/node' },
        root: { $ref: '#' },
      },
      $defs: { node },
      definitions: {
        money: { type: 'object', properties: { amount: { $ref: '#/$defs/amount' } } },
        amount: { type: 'number' },
      },
    });
    expect(schema).toEqual({
      type: 'object',
      properties: { money: { $ref: '#/$defs/money' }, list: {}, root: {} },
      $defs: {
        money: { type: 'object', properties: { amount: { $ref: '#/$defs/amount' } } },
        amount: { type: 'number' },
      },
    });
  });

  it('is nothing where no member is named', () => {
    expect(toResponseSchema({ type: 'object' })).toBeUndefined();
    expect(toResponseSchema({ type: 'object', properties: {} })).toBeUndefined();
  });
});
