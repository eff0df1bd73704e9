import iconv from 'iconv-lite';
import { guessEncoding } from './guess-encoding.ts';
import { UnreadableSource } from './unreadable-source.ts';

const SAMPLE = 65_536;
/** C0 controls that text does not hold: all but tab, line feed, vertical tab, form feed, carriage return, escape. */
// oxlint-disable-next-line no-control-regex -- finding them is the point
const CONTROL = /[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/g;
/** What UTF-16 text does not hold and other bytes become when they are read as UTF-16. */
const NO_CHARACTER = /[\p{Cn}\p{Co}\p{Cs}\ufffd]/gu;

/**
 * The text of a file, whatever it was encoded in: by its byte order mark, as UTF-16 where it holds zero bytes, as
 * UTF-8 where the bytes are that, by the encoding that it declares, else by the one whose text makes most sense.
 * @throws UnreadableSource when the bytes are no text.
 */
export function decodeText(bytes: Uint8Array, declared?: string): string {
  const text = decode(bytes, declared);
  if (text === undefined || controls(text) > sampleOf(text).length / 100 || text.includes('\u0000')) {
    throw new UnreadableSource(
      'The file is binary, not text, and of no kind that can be read. Add a text, PDF or Office version of it.',
      'application/octet-stream',
    );
  }
  return text;
}

/** Text in an encoding that was named, or undefined where nobody knows that name. */
export function tryDecodeAs(bytes: Uint8Array, encoding: string): string | undefined {
  return iconv.encodingExists(encoding) ? iconv.decode(bytes, encoding) : undefined;
}

function decode(bytes: Uint8Array, declared: string | undefined): string | undefined {
  const [a, b, c] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) return new TextDecoder('utf-8').decode(bytes);
  if (a === 0xff && b === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (a === 0xfe && b === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  // Of all encodings of text, only UTF-16 has zero bytes.
  if (bytes.subarray(0, SAMPLE).includes(0)) return tryUtf16(bytes);

  const strict = tryUtf8(bytes);
  if (strict !== undefined) return strict;
  const named = declared === undefined || /^utf/i.test(declared) ? undefined : tryDecodeAs(bytes, declared);
  if (named !== undefined && !named.includes('\ufffd')) return named;
  const lossy = new TextDecoder('utf-8').decode(bytes);
  return isDamagedUtf8(lossy) ? lossy : (named ?? tryDecodeAs(bytes, guessEncoding(bytes)));
}

/** Spaces, line ends and digits tell the byte order: their zero is the upper half. */
function tryUtf16(bytes: Uint8Array): string | undefined {
  const zeros = [0, 0] as [number, number];
  bytes.subarray(0, SAMPLE).forEach((byte, index) => {
    if (byte === 0) zeros[(index % 2) as 0 | 1] += 1;
  });
  const text = new TextDecoder(zeros[1] >= zeros[0] ? 'utf-16le' : 'utf-16be').decode(bytes);
  const sample = sampleOf(text);
  return (sample.match(NO_CHARACTER)?.length ?? 0) > sample.length / 100 ? undefined : text;
}

function tryUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined; // not UTF-8: the caller tries the next encoding
  }
}

/** UTF-8 with a few broken places keeps far more characters beyond ASCII than it loses. */
function isDamagedUtf8(lossy: string): boolean {
  const lost = lossy.match(/\ufffd/g)?.length ?? 0;
  const kept = lossy.match(/[\u0080-\ufffc]/g)?.length ?? 0;
  return kept > 8 * lost;
}

function controls(text: string): number {
  return sampleOf(text).match(CONTROL)?.length ?? 0;
}

function sampleOf(text: string): string {
  return text.length > SAMPLE ? text.slice(0, SAMPLE / 2) + text.slice(-SAMPLE / 2) : text;
}
