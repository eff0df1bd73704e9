import type { FormattedExecutionResult, GraphQLError, GraphQLFormattedError } from 'graphql';
import { ERROR_CODES, type ErrorCode } from '../../errors.ts';

const CODES: ReadonlySet<unknown> = new Set(ERROR_CODES);

/** A result of whichever executor: they agree on its members and not on what of them may be undefined. */
interface Result {
  readonly errors?: readonly GraphQLError[] | undefined;
  readonly data?: unknown;
  readonly extensions?: unknown;
}

/** An execution result as it goes over the wire: codes of the closed list only, nothing of the server's inside. */
export function toWireResult(result: Result): FormattedExecutionResult {
  const { errors, ...rest } = result;
  // GraphQL asks for the errors first, so that a reader of the raw text meets them.
  return (errors === undefined ? rest : { errors: errors.map(toWireError), ...rest }) as FormattedExecutionResult;
}

/** Execution failures by resolvers were masked before; what is left without a code is the request's own fault. */
export function toWireError(error: GraphQLError): GraphQLFormattedError {
  const { extensions, ...plain } = error.toJSON();
  const { http, unexpected, originalError: _dropped, ...kept } = { ...extensions } as Record<string, unknown>;
  const status = (http as { readonly status?: number } | undefined)?.status;
  return { ...plain, extensions: { ...kept, code: closedCode(kept['code'], status, unexpected === true) } };
}

function closedCode(code: unknown, status: number | undefined, unexpected: boolean): ErrorCode {
  if (CODES.has(code)) return code as ErrorCode;
  if (unexpected || (status !== undefined && status >= 500)) return 'internal';
  if (status === 413) return 'payload_too_large';
  if (status === 403) return 'forbidden';
  return 'bad_request';
}
