import { GatewayError } from '../../errors.ts';
import { DocumentFault } from '../../knowql/canonical/fault.ts';
import { type CanonicalType, type DomainOf, fromCanonical } from '../../knowql/canonical.ts';
import { MAX_DOCUMENT_DEPTH } from '../../knowql/parse.ts';
import { checkWholesome } from '../../knowql/wholesome-json.ts';
import type { JsonObject } from '../../lib/json.ts';

/** The domain value that a body states. @throws GatewayError `bad_request` naming the member and what it must be. */
export function readDocument<N extends CanonicalType>(type: N, body: JsonObject): DomainOf<N> {
  return refusingFaults(() => {
    checkBody(body);
    return fromCanonical(type, body);
  });
}

/** Refuses what could not be stored: NUL, half a surrogate pair, numbers that are not exact, `__proto__`. */
export function checkBody(body: JsonObject): void {
  refusingFaults(() => checkWholesome(body, { maxDepth: MAX_DOCUMENT_DEPTH, mayBeInexact: () => false }));
}

function refusingFaults<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof DocumentFault)) throw error;
    throw new GatewayError('bad_request', `${error.message}.`, {
      ...(error.path === '' ? {} : { field: error.path }),
      cause: error,
    });
  }
}
