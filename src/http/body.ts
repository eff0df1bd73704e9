import { GatewayError } from '../errors.ts';
import { parseJsonText } from '../knowql/json-text.ts';
import { MAX_DOCUMENT_DEPTH } from '../knowql/parse.ts';
import { isJsonObject, type JsonObject } from '../lib/json.ts';

/** Bytes that a JSON body may have. */
export const MAX_JSON_BYTES = 1_048_576;

function tooLarge(): GatewayError {
  return new GatewayError('payload_too_large', `The body is larger than ${MAX_JSON_BYTES} bytes; send less at once.`);
}

/**
 * The text of a JSON body.
 * @throws GatewayError `bad_request` or `payload_too_large`; nothing past the limit is read.
 */
export async function readJsonText(request: Request): Promise<string> {
  const type = request.headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase();
  if (type !== 'application/json') {
    throw new GatewayError('bad_request', 'Send the body with content-type: application/json.', {
      field: 'Content-Type',
    });
  }
  return readText(request);
}

/**
 * The JSON value in a request's body, whatever its content type and however deep it nests. Throws as `readJsonText`
 * does.
 */
export async function readJson(request: Request): Promise<unknown> {
  return parseJsonText(await readText(request), { maxBytes: MAX_JSON_BYTES, maxDepth: Number.POSITIVE_INFINITY });
}

/** The JSON object in a request's body. Throws as `readJsonText` does, and `bad_request` for what is not one. */
export async function readJsonObject(request: Request): Promise<JsonObject> {
  const value = parseJsonText(await readJsonText(request), { maxBytes: MAX_JSON_BYTES, maxDepth: MAX_DOCUMENT_DEPTH });
  if (!isJsonObject(value)) throw new GatewayError('bad_request', 'The body must be a JSON object.');
  return value;
}

async function readText(request: Request): Promise<string> {
  const bytes = await readBytes(request);
  try {
    // A byte order mark is kept, and then refused as what it is: no JSON.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    throw new GatewayError('bad_request', 'The body is not UTF-8.', { cause: error });
  }
}

async function readBytes(request: Request): Promise<Uint8Array> {
  // The announced length is refused before a byte is read; one that was not announced, once it is exceeded.
  const announced = request.headers.get('content-length');
  if (Number(announced ?? 0) > MAX_JSON_BYTES) throw tooLarge();
  // HTTP holds a body to its announced length. Without a stream of it, a request that is followed by a long response
  // costs a sixth less memory.
  if (announced !== null) return new Uint8Array(await request.arrayBuffer());
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_JSON_BYTES) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
