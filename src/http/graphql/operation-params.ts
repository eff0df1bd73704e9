import { GatewayError } from '../../errors.ts';
import { isJsonObject, type JsonObject } from '../../lib/json.ts';
import type { OperationParams } from './executor.ts';

/** @throws GatewayError `bad_request` for a body that is not a GraphQL request. */
export function toOperationParams(body: JsonObject): OperationParams {
  const { query, operationName, variables, extensions } = body;
  if (typeof query !== 'string') {
    throw new GatewayError('bad_request', 'query must hold the GraphQL document as a string.', { field: 'query' });
  }
  if (operationName !== undefined && operationName !== null && typeof operationName !== 'string') {
    throw new GatewayError('bad_request', 'operationName must be a string.', { field: 'operationName' });
  }
  return {
    query,
    ...(typeof operationName === 'string' ? { operationName } : {}),
    ...(variables === undefined || variables === null ? {} : { variables: object(variables, 'variables') }),
    ...(extensions === undefined || extensions === null ? {} : { extensions: object(extensions, 'extensions') }),
  };
}

function object(value: unknown, field: string): Record<string, unknown> {
  if (isJsonObject(value)) return value;
  throw new GatewayError('bad_request', `${field} must be an object.`, { field });
}
