import { type ErrorCode, GatewayError } from '../errors.ts';
import { decode } from './canonical/decode.ts';
import { DocumentFault } from './canonical/fault.ts';
import { queryRequestForm } from './canonical/request.ts';
import { parseJsonText } from './json-text.ts';
import { toCanonicalName } from './names.ts';
import { isContinuing } from './pinned.ts';
import type { QueryRequest } from './query.ts';
import { checkWholesome } from './wholesome-json.ts';

/** UTF-8 bytes of `ask`, `system_prompt` and `guardrails`, each. */
export const MAX_TEXT_BYTES = 64 * 1024;
/** Bytes of a whole query document. */
export const MAX_DOCUMENT_BYTES = 1024 * 1024;
export const MAX_DOCUMENT_DEPTH = 64;

/** A fault in one of these has a code of its own; everywhere else it is `bad_request`. */
const CODE_OF_MEMBER: ReadonlyMap<string, ErrorCode> = new Map([
  ['scope', 'invalid_scope'],
  ['shape', 'invalid_shape'],
]);

/**
 * The request that a document states. Members that the language does not define are kept as `extensions`.
 * Whether its names exist (contexts, sessions, models, tools) and whether its shape compiles is not known here.
 * @throws GatewayError naming the field and the fix: `bad_request`, `invalid_scope`, `invalid_shape` or
 * `payload_too_large`
 */
export function parseQueryDocument(document: unknown): QueryRequest {
  try {
    const size = checkWholesome(document, {
      maxDepth: MAX_DOCUMENT_DEPTH,
      // A bound in a schema, such as the largest 64-bit number, means the same when it is off by a few.
      mayBeInexact: (member) => member === 'shape',
    });
    if (size > MAX_DOCUMENT_BYTES) {
      throw new GatewayError(
        'payload_too_large',
        `The document is larger than ${MAX_DOCUMENT_BYTES} bytes; shorten it.`,
      );
    }
    const request = decode(queryRequestForm, document);
    checkRules(request);
    return request;
  } catch (error) {
    throw error instanceof DocumentFault ? toRefusal(error) : error;
  }
}

/** The request that the JSON text of a document states. Throws as `parseQueryDocument` and `parseJsonText` do. */
export function parseQueryText(text: string): QueryRequest {
  // Depth is judged on the value, where it can be said which field is too deep.
  return parseQueryDocument(parseJsonText(text, { maxBytes: MAX_DOCUMENT_BYTES, maxDepth: Number.POSITIVE_INFINITY }));
}

function toRefusal(fault: DocumentFault): GatewayError {
  const member = /^[^.[…]*/.exec(fault.path)?.[0] ?? '';
  return new GatewayError(CODE_OF_MEMBER.get(member) ?? 'bad_request', `${fault.message}.`, {
    ...(fault.path === '' ? {} : { field: fault.path }),
    cause: fault,
  });
}

function checkRules(request: QueryRequest): void {
  if (request.ask.trim() === '') throw new DocumentFault('ask', 'must hold a question, not only white space');
  for (const field of ['ask', 'systemPrompt', 'guardrails'] as const) {
    if (Buffer.byteLength(request[field] ?? '') > MAX_TEXT_BYTES) {
      const name = toCanonicalName(field);
      throw new GatewayError('payload_too_large', `${name} is longer than ${MAX_TEXT_BYTES} bytes; shorten it.`, {
        field: name,
      });
    }
  }
  checkScope(request);
  if (request.stream === true && request.background === true) {
    throw new DocumentFault('background', 'and stream exclude each other; set one of them');
  }
}

function checkScope(request: QueryRequest): void {
  const { scope } = request;
  if (scope === undefined) {
    if (isContinuing(request)) return;
    throw new DocumentFault(
      'scope',
      'is required to start a session: name 1 to 10 contexts, or continue one with session_id or previous_query_id',
    );
  }
  const repeated = scope.findIndex((name, index) => scope.indexOf(name) !== index);
  if (repeated !== -1) {
    throw new DocumentFault(`scope[${repeated}]`, `repeats ${JSON.stringify(scope[repeated])}; name each context once`);
  }
}
