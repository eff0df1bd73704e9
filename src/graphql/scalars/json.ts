import { GraphQLError, Kind, type ValueNode } from 'graphql';
import type { JsonValue } from '../../lib/json.ts';
import { builder } from '../builder.ts';

/** The JSON value that a literal in a GraphQL document spells; variables inside it are filled in. */
export function jsonFromLiteral(node: ValueNode, variables: Readonly<Record<string, unknown>> = {}): JsonValue {
  switch (node.kind) {
    case Kind.NULL:
      return null;
    case Kind.STRING:
    case Kind.BOOLEAN:
      return node.value;
    case Kind.INT:
    case Kind.FLOAT:
      return toNumber(node.value, node);
    case Kind.LIST:
      return node.values.map((value) => jsonFromLiteral(value, variables));
    case Kind.OBJECT:
      // `Object.fromEntries` defines members, so that `__proto__` is one like any other.
      return Object.fromEntries(
        node.fields
          .filter(({ value }) => value.kind !== Kind.VARIABLE || Object.hasOwn(variables, value.name.value))
          .map(({ name, value }) => [name.value, jsonFromLiteral(value, variables)]),
      );
    case Kind.VARIABLE:
      return (variables[node.name.value] ?? null) as JsonValue;
    case Kind.ENUM:
      throw new GraphQLError(`JSON has no enum values: write "${node.value}" in quotes.`, { nodes: node });
  }
}

function toNumber(text: string, node: ValueNode): number {
  const value = Number(text);
  if (!Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value) && node.kind === Kind.INT)) {
    throw new GraphQLError(`${text} is too large for a JSON number that keeps its value: send it as a string.`, {
      nodes: node,
    });
  }
  return value;
}

builder.scalarType('JSON', {
  description:
    'Any JSON value: object, list, string, number, boolean or null. Send it as a variable, or write it as a GraphQL ' +
    'literal: `{ tier: "gold", limit: 3 }`.',
  serialize: (value) => value as JsonValue,
  parseValue: (value) => value as JsonValue,
  parseLiteral: (node, variables) => jsonFromLiteral(node, variables ?? {}),
});
