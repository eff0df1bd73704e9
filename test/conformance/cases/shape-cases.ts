import { accepted, type ConformanceCase, refused } from './conformance-case.ts';

const objectOf = (properties: object, rest: object = {}) => ({ type: 'object', properties, ...rest });

function nested(levels: number): object {
  let shape: object = { type: 'object' };
  for (let level = 0; level < levels; level += 1) shape = objectOf({ a: shape });
  return shape;
}

const faulty = (name: string, shape: object) =>
  refused(`a shape with ${name}`, { shape }, ['invalid_shape', 'shape'], { pure: false });

const usable = (name: string, shape: object): ConformanceCase => ({
  ...accepted(`a shape with ${name}`, { shape }),
  pure: false,
});

/** Shapes that compile and shapes that do not; what a document says about `shape` besides is in the other tables. */
export const SHAPE_CASES: readonly ConformanceCase[] = [
  faulty('nothing in it', {}),
  faulty('a list at its root', { type: 'array', items: {} }),
  faulty('a string at its root', { type: 'string' }),
  faulty('an object or null at its root', { type: ['object', 'null'] }),
  faulty('itself for a root', { $ref: '#' }),
  faulty('a root that leads back to itself', { type: 'object', allOf: [{ $ref: '#' }] }),
  faulty('an unknown type', objectOf({ a: { type: 'text' } })),
  faulty('a negative length', objectOf({ a: { type: 'string', minLength: -1 } })),
  faulty('required that is no list', objectOf({}, { required: 'a' })),
  faulty('properties that are a list', { type: 'object', properties: [] }),
  faulty('an empty enum of the wrong type', objectOf({ a: { enum: 'a' } })),
  faulty('a reference to nothing', objectOf({ a: { $ref: '#/$defs/missing' } })),
  faulty('a remote reference', objectOf({ a: { $ref: 'https://example.org/schema.json' } })),
  faulty('a reference to a file', objectOf({ a: { $ref: 'file:///etc/hosts' } })),
  faulty('a dialect that is not spoken', objectOf({}, { $schema: 'http://json-schema.org/draft-04/schema#' })),
  faulty('a dialect that is no text', objectOf({}, { $schema: 7 })),
  faulty('draft-07 lists of items in 2020-12', objectOf({ a: { type: 'array', items: [{}] } })),
  faulty('a pattern that does not compile', objectOf({ a: { type: 'string', pattern: '(' } })),
  faulty('look-ahead in a pattern', objectOf({ a: { type: 'string', pattern: '(?=a)' } })),
  faulty('a back-reference in a pattern', objectOf({ a: { type: 'string', pattern: '(a)\\1' } })),
  faulty('a pattern of 1,001 characters', objectOf({ a: { type: 'string', pattern: 'a'.repeat(1_001) } })),
  faulty('asynchronous validation', objectOf({}, { $async: true })),
  faulty('more than 128 KiB', objectOf({}, { description: 'x'.repeat(140_000) })),
  faulty(
    'more than 2,000 schemas',
    objectOf(Object.fromEntries(Array.from({ length: 2_001 }, (_, i) => [`p${i}`, {}]))),
  ),
  {
    ...refused('a shape that is 3,000 levels deep', { shape: nested(1_500) }, [
      'invalid_shape',
      'shape.properties.a.properties.a.properties.a.properties…',
    ]),
  },
  refused('a shape with NUL', { shape: objectOf({ a: { const: '\0' } }) }, [
    'invalid_shape',
    'shape.properties.a.const',
  ]),
  usable('one level below another', objectOf({ a: objectOf({ b: { type: 'string' } }) })),
  usable('20 levels', nested(20)),
  usable('a schema that contains itself', objectOf({ child: { $ref: '#' } })),
  usable('definitions', objectOf({ a: { $ref: '#/$defs/a' } }, { $defs: { a: { type: 'string' } } })),
  usable('draft-07 by name', objectOf({}, { $schema: 'http://json-schema.org/draft-07/schema#' })),
  usable('2020-12 by name', objectOf({}, { $schema: 'https://json-schema.org/draft/2020-12/schema' })),
  usable('keywords that nobody knows', objectOf({ a: { 'x-unit': 'EUR' } })),
  usable(
    'a pattern that would overwhelm a backtracking engine',
    objectOf({ a: { type: 'string', pattern: '^(a+)+$' } }),
  ),
  usable('a bound beyond 2^53', objectOf({ a: { type: 'integer', maximum: 2 ** 64 } })),
];
