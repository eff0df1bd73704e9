import { PothosValidationError } from '@pothos/core';
import { GraphQLError } from 'graphql';
import { type ErrorCode, GatewayError, isOwnFailure, toGatewayError } from '../errors.ts';

/** Called with whatever nobody foresaw, before the client is told that something failed. */
export type ReportUnexpected = (error: unknown) => void;

/** What every error of the API carries beside its message. */
export interface ErrorExtensions {
  readonly code: ErrorCode;
  /** The field in question, where there is one. */
  readonly field?: string;
  /** The turn in question, where there is one. */
  readonly queryId?: string;
  /** Whether the same request can succeed when it is sent again. */
  readonly retryable: boolean;
}

function extensionsOf({ code, field, queryId, retryable }: GatewayError): ErrorExtensions {
  return {
    code,
    retryable,
    ...(field === undefined ? {} : { field }),
    ...(queryId === undefined ? {} : { queryId }),
  };
}

/** The innermost error that is not a GraphQLError; undefined for an error of GraphQL itself. */
function originOf(error: GraphQLError): Error | undefined {
  let origin: Error | undefined = error.originalError;
  while (origin instanceof GraphQLError) origin = origin.originalError;
  return origin;
}

/**
 * The one translation of errors into what a client sees. Errors of GraphQL itself (syntax, validation, a variable of
 * the wrong type) keep their message and become `bad_request`; a `GatewayError` keeps its code and message; everything
 * else is reported and becomes `internal`.
 */
export function toClientError(error: unknown, report: ReportUnexpected): GraphQLError {
  const origin = error instanceof GraphQLError ? originOf(error) : error;
  if (error instanceof GraphQLError && origin === undefined) {
    if (error.extensions['code'] !== undefined) return error;
    return withExtensions(error, error.message, { ...error.extensions, code: 'bad_request', retryable: false });
  }
  const gatewayError =
    origin instanceof PothosValidationError ? new GatewayError('bad_request', origin.message) : toGatewayError(origin);
  if (isOwnFailure(gatewayError)) report(origin);
  const extensions = {
    ...extensionsOf(gatewayError),
    // Only these are about the request as a whole; the others leave the rest of an operation's data standing.
    ...(gatewayError.code === 'unauthorized' ? { http: { status: gatewayError.status } } : {}),
  };
  return withExtensions(error instanceof GraphQLError ? error : undefined, gatewayError.message, extensions);
}

function withExtensions(
  at: GraphQLError | undefined,
  message: string,
  extensions: Readonly<Record<string, unknown>>,
): GraphQLError {
  return new GraphQLError(message, {
    extensions: { ...extensions },
    ...(at?.nodes === undefined ? {} : { nodes: at.nodes }),
    ...(at?.source === undefined ? {} : { source: at.source }),
    ...(at?.positions === undefined ? {} : { positions: at.positions }),
    ...(at?.path === undefined ? {} : { path: at.path }),
  });
}

/** For `maskedErrors: { maskError }` of the server. */
export function createMaskError(report: ReportUnexpected): (error: unknown) => GraphQLError {
  return (error) => toClientError(error, report);
}
