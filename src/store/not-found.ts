import { GatewayError } from '../errors.ts';

// Worded alike for what never existed, what was deleted and what belongs to another workspace.

export function queryNotFound(queryId: string): GatewayError {
  return new GatewayError('query_not_found', `There is no query "${queryId}".`);
}

export function sessionNotFound(sessionId: string): GatewayError {
  return new GatewayError('session_not_found', `There is no session "${sessionId}".`);
}

export function contextNotFound(slugOrId: string): GatewayError {
  return new GatewayError('context_not_found', `There is no context "${slugOrId}".`);
}
