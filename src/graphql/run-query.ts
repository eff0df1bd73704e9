import { GatewayError } from '../errors.ts';
import { canonicalFields, toCanonical } from '../knowql/canonical.ts';
import { toDomainName } from '../knowql/names.ts';
import { parseQueryDocument } from '../knowql/parse.ts';
import type { Query, QueryRequest } from '../knowql/query.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../lib/json.ts';
import type { GraphQLContext } from './context.ts';
import type { RunQueryInputShape } from './types/run-query.ts';

/**
 * The canonical Query Document of a `RunQueryInput`. GraphQL's null says what JSON says by leaving a member out.
 * Nothing is checked here: the document goes through the same door as one that came as JSON.
 */
export function toQueryDocument(input: RunQueryInputShape): JsonObject {
  const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value != null));
  const extensions = given['extensions'];
  if (extensions !== undefined) refuseKnownMembers(extensions);
  return toCanonical('QueryRequest', given as unknown as QueryRequest);
}

function refuseKnownMembers(extensions: JsonValue): void {
  if (!isJsonObject(extensions)) {
    throw new GatewayError('bad_request', 'extensions must be an object.', { field: 'extensions' });
  }
  const known = canonicalFields('QueryRequest').find(({ canonical }) => Object.hasOwn(extensions, canonical));
  if (known !== undefined) {
    throw new GatewayError(
      'bad_request',
      `extensions.${known.canonical} is a field of KnowQL: send it as "${known.name}" of the input.`,
      { field: `extensions.${known.canonical}` },
    );
  }
}

/** Submits a document and, unless it says `stream` or `background`, waits for the turn's end. */
export async function runDocument(
  document: JsonValue,
  idempotencyKey: string | undefined,
  { services, viewer, signal }: GraphQLContext,
): Promise<Query> {
  const request = parseQueryDocument(document);
  const query = await services.turns.submit(request, {
    viewer,
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
  });
  if (request.stream === true || request.background === true || query.status !== 'in_progress') return query;
  return services.turns.wait(query.id, viewer, signal);
}

/**
 * A caller that wrote `maxSteps` is told of `maxSteps`, not of `max_steps`, and of `extensions.note` where the document
 * has `note`. What stands inside a member keeps the names that the caller gave it.
 */
export function withInputFieldNames(error: unknown): unknown {
  if (!(error instanceof GatewayError) || error.field === undefined) return error;
  return new GatewayError(error.code, error.message, {
    field: toInputFieldName(error.field),
    cause: error,
    ...(error.queryId === undefined ? {} : { queryId: error.queryId }),
  });
}

const MEMBERS: ReadonlySet<string> = new Set([
  ...canonicalFields('QueryRequest').map(({ canonical }) => canonical),
  'extensions',
  'idempotency_key',
]);

function toInputFieldName(field: string): string {
  const member = /^[^.[…]*/.exec(field)?.[0] ?? '';
  return MEMBERS.has(member) ? toDomainName(member) + field.slice(member.length) : `extensions.${field}`;
}
