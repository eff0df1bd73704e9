import { type ComplexityErrorFn, ComplexityErrorKind } from '@pothos/plugin-complexity';
import { GatewayError } from '../errors.ts';

/** Most that one operation may ask for. A page of 20 sessions with 20 whole turns each is within it. */
export const MAX_COMPLEXITY = 50_000;
export const MAX_DEPTH = 14;
export const MAX_BREADTH = 600;

const WHAT_TO_DO: Readonly<Record<ComplexityErrorKind, string>> = {
  [ComplexityErrorKind.Complexity]: 'ask for smaller pages or fewer fields of their items',
  [ComplexityErrorKind.Depth]: 'select fewer levels',
  [ComplexityErrorKind.Breadth]: 'split it into several operations',
};

const complexityError: ComplexityErrorFn = (kind, result) => {
  const [value, limit] = {
    [ComplexityErrorKind.Complexity]: [result.complexity, MAX_COMPLEXITY],
    [ComplexityErrorKind.Depth]: [result.depth, MAX_DEPTH],
    [ComplexityErrorKind.Breadth]: [result.breadth, MAX_BREADTH],
  }[kind];
  return new GatewayError(
    'bad_request',
    `The operation's ${kind.toLowerCase()} is ${value} and may be ${limit}: ${WHAT_TO_DO[kind]}.`,
  );
};

/**
 * A field costs 1, a list multiplies what is below it by a guess at its length, a connection by the page that it is
 * asked for.
 */
export const COMPLEXITY = {
  defaultComplexity: 1,
  defaultListMultiplier: 4,
  limit: { complexity: MAX_COMPLEXITY, depth: MAX_DEPTH, breadth: MAX_BREADTH },
  complexityError,
};

/** Cost of a connection field: its page size times what is selected of an item. */
export function pageComplexity(args: {
  readonly first?: number | null | undefined;
  readonly last?: number | null | undefined;
}): {
  readonly field: number;
  readonly multiplier: number;
} {
  return { field: 5, multiplier: Math.max(1, args.first ?? args.last ?? 20) };
}
