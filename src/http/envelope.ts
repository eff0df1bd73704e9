import { type GatewayError, isOwnFailure } from '../errors.ts';
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

/** How long an outage lasts at least, in seconds: sooner, another try only adds to it. */
const OUTAGE_SECONDS = '2';

export function errorResponse(error: GatewayError, headers: Readonly<Record<string, string>> = {}): Response {
  const retryAfter = isOwnFailure(error) && error.retryable ? { 'retry-after': OUTAGE_SECONDS } : {};
  return Response.json(toEnvelope(error), { status: error.status, headers: { ...retryAfter, ...headers } });
}
