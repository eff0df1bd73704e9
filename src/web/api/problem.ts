/** A failure that a reader can be told of: `code` is the gateway's, or `network` when there was no answer at all. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly code: string;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

export interface GraphQLErrorItem {
  readonly message: string;
  readonly extensions?: { readonly code?: unknown } | undefined;
}

const TRANSIENT_CODES = new Set(['network', 'rate_limited', 'internal']);

/** Whether the same call may succeed later. */
export const isTransient = (problem: Problem): boolean => TRANSIENT_CODES.has(problem.code);

export function toProblem(caught: unknown): Problem {
  if (caught instanceof Problem) return caught;
  return new Problem('network', 'The gateway cannot be reached. Check that it runs, then try again.', {
    cause: caught,
  });
}

/** The first of a result's errors. */
export function problemOf(errors: readonly GraphQLErrorItem[]): Problem {
  const [first] = errors;
  const code = first?.extensions?.code;
  return new Problem(typeof code === 'string' ? code : 'internal', first?.message ?? 'The gateway reported an error.');
}
