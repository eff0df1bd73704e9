import { GatewayError } from '../errors.ts';
import { JsonScanner } from './json-scanner.ts';

export interface JsonTextLimits {
  /** UTF-8 bytes. */
  readonly maxBytes: number;
  readonly maxDepth: number;
}

/**
 * Parses JSON as RFC 8259 says it, and refuses what it leaves to luck: a name that occurs twice in one object.
 * The text is scanned first, because what `JSON.parse` says of a fault differs between versions of the runtime,
 * and seldom says where it is. Neither step recurses, so depth is bounded only by `maxDepth`.
 * @throws GatewayError `payload_too_large`, or `bad_request` with line and column
 */
export function parseJsonText(text: string, limits: JsonTextLimits): unknown {
  // A UTF-16 unit takes at least one byte: longer texts need not be measured.
  if (text.length > limits.maxBytes || Buffer.byteLength(text) > limits.maxBytes) {
    throw new GatewayError('payload_too_large', `The text is larger than ${limits.maxBytes} bytes; shorten it.`);
  }
  const fault = new JsonScanner(text, limits.maxDepth).findFault();
  if (fault !== undefined) {
    const before = text.slice(0, fault.position);
    const line = before.split('\n').length;
    const column = fault.position - before.lastIndexOf('\n');
    throw new GatewayError(
      'bad_request',
      `The text is not valid JSON: ${fault.complaint} at line ${line}, column ${column}.`,
    );
  }
  return JSON.parse(text);
}
