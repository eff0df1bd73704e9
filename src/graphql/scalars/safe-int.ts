import { GraphQLError, Kind } from 'graphql';
import { builder } from '../builder.ts';

/** @throws GraphQLError when `value` is no whole number that a double holds exactly. */
function parse(value: unknown): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) {
    throw new GraphQLError('A SafeInt is a whole number between -9007199254740991 and 9007199254740991.');
  }
  return value;
}

builder.scalarType('SafeInt', {
  description:
    'A whole number that is exact up to 9,007,199,254,740,991 (2^53 - 1), as a JSON number. Counts and durations use it ' +
    "because GraphQL's `Int` ends at 2,147,483,647.",
  serialize: (value) => {
    const number = typeof value === 'bigint' ? Number(value) : value;
    if (typeof number !== 'number' || !Number.isSafeInteger(number)) {
      throw new TypeError(`${String(value)} cannot be sent as a SafeInt`);
    }
    return number;
  },
  parseValue: parse,
  parseLiteral: (node) => parse(node.kind === Kind.INT ? Number(node.value) : undefined),
});
