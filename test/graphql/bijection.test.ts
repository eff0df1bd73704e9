import {
  type GraphQLType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isObjectType,
  isScalarType,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { schema } from '../../src/graphql/schema.ts';
import type { FormNode } from '../../src/knowql/canonical/form.ts';
import { CANONICAL_TYPES, type CanonicalType, canonicalFields } from '../../src/knowql/canonical.ts';

/** GraphQL types that go by another name than the domain's. */
const NAMES: Partial<Record<CanonicalType, string>> = { QueryRequest: 'RunQueryInput', Query: 'KnowQLQuery' };

/** What GraphQL has beside the document: ways to go on from it, other forms of the same, names for caches. */
const BESIDE: Partial<Record<CanonicalType, readonly string[]>> = {
  QueryRequest: ['idempotencyKey'],
  Query: ['text', 'retrieval', 'trace', 'document', 'session', 'previousQuery'],
  Session: ['contexts', 'lastQuery', 'queries'],
  Usage: ['id'],
  Citation: ['id'],
  Step: ['id'],
  Rollup: ['id'],
  Synthesis: ['id'],
  Feedback: ['id'],
  RetrievalEnvelope: ['id'],
};

/** Documents of which the store keeps the members that the language defines and no others. */
const WITHOUT_EXTENSIONS: readonly CanonicalType[] = ['Session'];

const nameOf = (type: CanonicalType): string => NAMES[type] ?? type;

function fieldsOf(name: string): ReadonlyMap<string, GraphQLType> {
  const type = schema.getType(name);
  if (!isObjectType(type) && !isInputObjectType(type)) throw new Error(`the schema has no ${name}`);
  return new Map(Object.values(type.getFields()).map((field) => [field.name, field.type]));
}

/** Whether a GraphQL type can carry every value of a form, and no value of another kind. */
function carries(type: GraphQLType, form: FormNode): boolean {
  const nullable = getNullableType(type);
  switch (form.kind) {
    case 'document':
      return isObjectType(nullable);
    case 'list':
      return isListType(nullable) && carries(nullable.ofType, form.items);
    case 'nullable':
      return carries(type, form.form);
    case 'one-of':
      return form.values.length === 1 ? isScalar(nullable, 'String') : hasValues(nullable, form.values);
    case 'string':
      return isScalar(nullable, 'String', 'ID') || isScalar(nullable, 'DateTime') || isEnumType(nullable);
    case 'integer':
      return (
        isScalar(nullable, 'SafeInt') || (isScalar(nullable, 'Int') && (form.minimum === 1 || form.maximum < 2 ** 31))
      );
    case 'number':
      return isScalar(nullable, 'Float');
    case 'boolean':
      return isScalar(nullable, 'Boolean');
    case 'object':
    case 'json':
    case 'string-or-object':
    case 'counts-by-name':
      return isScalar(nullable, 'JSON');
  }
}

function isScalar(type: GraphQLType, ...names: readonly string[]): boolean {
  return isScalarType(type) && names.includes(type.name);
}

function hasValues(type: GraphQLType, values: readonly string[]): boolean {
  return (
    isEnumType(type) &&
    type
      .getValues()
      .map(({ value }) => value as string)
      .toSorted()
      .join() === values.toSorted().join()
  );
}

describe.each(CANONICAL_TYPES)('%s', (type) => {
  it('has the same members in GraphQL as in JSON, no more and no fewer', () => {
    const expected = [
      ...canonicalFields(type).map(({ name }) => name),
      ...(BESIDE[type] ?? []),
      ...(WITHOUT_EXTENSIONS.includes(type) ? [] : ['extensions']),
    ];

    expect([...fieldsOf(nameOf(type)).keys()].toSorted()).toEqual(expected.toSorted());
  });

  it('gives each member a type that carries all of its values', () => {
    const fields = fieldsOf(nameOf(type));
    const misfits = canonicalFields(type).filter(({ name, form }) => {
      const fieldType = fields.get(name);
      return fieldType === undefined || !carries(fieldType, form);
    });

    expect(misfits.map(({ name }) => name)).toEqual([]);
  });
});
