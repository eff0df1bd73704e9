import { readFileSync } from 'node:fs';
import {
  type GraphQLNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  isSpecifiedScalarType,
  lexicographicSortSchema,
  printSchema,
} from 'graphql';
import { expect, it } from 'vitest';
import { schema } from '../../src/graphql/schema.ts';

it('schema.graphql is the schema as it is built: npx tsx scripts/schema.ts', () => {
  const committed = readFileSync(new URL('../../schema.graphql', import.meta.url), 'utf8');

  expect(committed).toBe(`${printSchema(lexicographicSortSchema(schema))}\n`);
});

interface Described {
  readonly name: string;
  readonly description?: string | null | undefined;
}

function* describables(type: GraphQLNamedType): Iterable<Described> {
  yield type;
  if (isEnumType(type)) yield* type.getValues().map((value) => named(`${type.name}.${value.name}`, value));
  if (!isObjectType(type) && !isInterfaceType(type) && !isInputObjectType(type)) return;
  for (const field of Object.values<Described & { readonly args?: readonly Described[] }>(type.getFields())) {
    const path = `${type.name}.${field.name}`;
    yield named(path, field);
    for (const arg of field.args ?? []) yield named(`${path}(${arg.name})`, arg);
  }
}

const named = (name: string, { description }: Described): Described => ({ name, description });

it('describes every type, field, argument and value in a sentence', () => {
  const ours = Object.values(schema.getTypeMap()).filter(
    (type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type),
  );
  const described = ours.flatMap((type) => [...describables(type)]);
  const wanting = described.filter(({ description }) => !/^.{6,}[.:)`]$/s.test(description ?? ''));

  expect(described.length).toBeGreaterThan(200);
  expect(wanting.map(({ name, description }) => `${name}: ${description}`)).toEqual([]);
});

it('calls no type but the root Query: caches take an object of that name for the root', () => {
  expect(schema.getQueryType()?.name).toBe('Query');
  expect(schema.getType('KnowQLQuery')).toBeDefined();
});

it('has every enum value in upper case', () => {
  const values = Object.values(schema.getTypeMap())
    .filter((type) => isEnumType(type) && !isIntrospectionType(type))
    .flatMap((type) => (isEnumType(type) ? type.getValues() : []));

  expect(values.filter(({ name }) => !/^[A-Z]+(_[A-Z]+)*$/.test(name))).toEqual([]);
});
