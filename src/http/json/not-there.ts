import { GatewayError } from '../../errors.ts';
import { toEnvelope } from '../envelope.ts';

/** Contexts, sessions and turns have codes of their own for this; parts of a context are told like unknown paths. */
export function notThere(field: string, message: string): Response {
  return Response.json(toEnvelope(new GatewayError('bad_request', message, { field })), { status: 404 });
}
