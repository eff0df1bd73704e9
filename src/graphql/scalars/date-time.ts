import { GraphQLError, Kind } from 'graphql';
import { builder } from '../builder.ts';

const RFC_3339 = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d)$/;

/** @throws GraphQLError when `value` is no RFC 3339 date and time with an offset. */
function parse(value: unknown): Date {
  const date = typeof value === 'string' && RFC_3339.test(value) ? new Date(value) : undefined;
  if (date === undefined || Number.isNaN(date.getTime())) {
    throw new GraphQLError('A DateTime is written like "2026-03-01T09:30:00Z".');
  }
  return date;
}

builder.scalarType('DateTime', {
  description: 'A moment as RFC 3339 text in UTC with milliseconds: `2026-03-01T09:30:00.000Z`.',
  serialize: (value) => (value instanceof Date ? value : new Date(value)).toISOString(),
  parseValue: parse,
  parseLiteral: (node) => parse(node.kind === Kind.STRING ? node.value : undefined),
});
