import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { checkBounds } from '../../../src/knowql/shape/bounds.ts';
import { compileShape } from '../../../src/knowql/shape/compile.ts';
import { subschemas } from '../../../src/knowql/shape/subschemas.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../src/lib/json.ts';

const SUITE = new URL('../../../../shared/JSON-Schema-Test-Suite/tests/', import.meta.url);
const DIALECTS = {
  'draft2020-12': 'https://json-schema.org/draft/2020-12/schema',
  draft7: 'http://json-schema.org/draft-07/schema#',
} as const;

/** Outside the subset of docs/shape.md: other documents, ids inside, and `format`, which shapes assert. */
const LEFT_OUT = new Set([
  'refRemote.json',
  'vocabulary.json',
  'format.json',
  'id.json',
  'anchor.json',
  'unknownKeyword.json',
]);

interface Group {
  readonly description: string;
  readonly schema: JsonValue;
  readonly tests: readonly { readonly description: string; readonly data: JsonValue; readonly valid: boolean }[];
}

/** The group's schema as the schema of a member, since the root of a shape describes an object. */
function shapeOf(schema: JsonValue, $schema: string): JsonObject {
  return { $schema, type: 'object', properties: { value: moved(schema) }, required: ['value'] };
}

/** References to the old root lead to where it stands now. */
function moved(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map((item: JsonValue) => moved(item));
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).map(([name, member]): [string, JsonValue] => {
    const isReference = name === '$ref' || name === '$dynamicRef';
    if (!isReference || typeof member !== 'string' || !/^#(?:\/|$)/.test(member)) return [name, moved(member)];
    return [name, member.replace('#', '#/properties/value')];
  });
  return Object.fromEntries(members);
}

/** Whether the subset of docs/shape.md has it: no ids, no URIs, and within the bounds. */
function isInSubset(shape: JsonObject): boolean {
  if ([...subschemas(shape)].some(({ schema }) => '$id' in schema || '$vocabulary' in schema)) return false;
  try {
    checkBounds(shape);
    return true;
  } catch {
    return false;
  }
}

describe.skipIf(!existsSync(SUITE))('the JSON Schema test suite (../shared/JSON-Schema-Test-Suite)', () => {
  for (const [dialect, $schema] of Object.entries(DIALECTS)) {
    const folder = new URL(`${dialect}/`, SUITE);
    const files = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith('.json')) : [];
    for (const file of files.filter((name) => !LEFT_OUT.has(name))) {
      const groups = JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as readonly Group[];
      const cases = groups
        .map(({ description, schema, tests }) => ({ description, shape: shapeOf(schema, $schema), tests }))
        .filter(({ shape }) => isInSubset(shape));
      it.each(cases)(`${dialect}/${file}: $description`, ({ shape, tests }) => {
        const findViolation = compileShape(shape);
        const wrong = tests.filter(({ data, valid }) => (findViolation({ value: data }) === undefined) !== valid);
        expect(wrong).toStrictEqual([]);
      });
    }
  }
});
