import { isUtf8 } from 'node:buffer';
import { decodeText } from '../decode.ts';
import { UnreadableSource } from '../unreadable-source.ts';

/**
 * A message in UTF-8 where it holds letters beyond ASCII and does not say what they are: in its header, where nothing
 * could say it, and in a body without a charset.
 */
export function asUtf8(message: Uint8Array): Uint8Array {
  const bytes = Buffer.from(message.buffer, message.byteOffset, message.byteLength);
  if (isUtf8(bytes)) return message;
  const [crlf, lf] = [bytes.indexOf('\r\n\r\n'), bytes.indexOf('\n\n')];
  const end = Math.min(...[crlf, lf].map((at) => (at < 0 ? bytes.length : at)));
  const isDeclared = ['charset=', 'Charset=', 'CHARSET='].some((name) => bytes.includes(name));
  const parts = isDeclared ? [bytes.subarray(0, end), bytes.subarray(end)] : [bytes];
  return Buffer.concat(parts.map((part, index) => (index === 0 ? transcoded(part) : part)));
}

function transcoded(part: Uint8Array): Uint8Array {
  if (isUtf8(part)) return part;
  try {
    return Buffer.from(decodeText(part));
  } catch (error) {
    if (error instanceof UnreadableSource) return part; // an attachment as bytes: whoever reads the parts tells
    throw error;
  }
}
