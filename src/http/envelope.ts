import type { GatewayError } from '../errors.ts';
import type { JsonObject } from '../lib/json.ts';

/** A failure as the JSON binding says it. */
export function toEnvelope(error: GatewayError): { readonly error: JsonObject } {
  return {
    error: {
      code: error.code,
      message: error.message,
      ...(error.field === undefined ? {} : { field: error.field }),
      ...(error.queryId === undefined ? {} : { query_id: error.queryId }),
    },
  };
}

export function errorResponse(error: GatewayError, headers: Readonly<Record<string, string>> = {}): Response {
  return Response.json(toEnvelope(error), { status: error.status, headers });
}
