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
 * The text of a file, whatever it was encoded in: by its byte order mark, as UTF-16 or UTF-32 where it holds zero
 * bytes, as UTF-8 where the bytes are that, by the encoding that it declares, else by the one whose text makes most sense.
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
  const meant = AS_BROWSERS_READ.get(encoding.toLowerCase()) ?? encoding;
  return iconv.encodingExists(meant) ? iconv.decode(bytes, meant) : undefined;
}

/** Names that are used for encodings with more characters than they have. */
const AS_BROWSERS_READ: ReadonlyMap<string, string> = new Map([
  ['iso-8859-1', 'windows-1252'],
  ['latin1', 'windows-1252'],
  ['us-ascii', 'windows-1252'],
  ['ascii', 'windows-1252'],
  ['iso-8859-9', 'windows-1254'],
  ['tis-620', 'windows-874'],
  ['gb2312', 'gb18030'],
  ['gbk', 'gb18030'],
]);

function decode(bytes: Uint8Array, declared: string | undefined): string | undefined {
  const [a, b, c, d] = bytes;
  if (a === 0xff && b === 0xfe && c === 0 && d === 0) return tryDecodeAs(bytes, 'utf-32le');
  if (a === 0 && b === 0 && c === 0xfe && d === 0xff) return tryDecodeAs(bytes, 'utf-32be');
  if (a === 0xef && b === 0xbb && c === 0xbf) return new TextDecoder('utf-8').decode(bytes);
  if (a === 0xff && b === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (a === 0xfe && b === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  // Of all encodings of text, only those of two or four bytes a character have zero bytes.
  if (bytes.subarray(0, SAMPLE).includes(0)) return tryUtf32(bytes) ?? tryUtf16(bytes);
  if (isIso2022Japanese(bytes)) return new TextDecoder('iso-2022-jp').decode(bytes);

  const strict = tryUtf8(bytes);
  if (strict !== undefined) return strict;
  const named = declared === undefined || /^utf/i.test(declared) ? undefined : tryDecodeAs(bytes, declared);
  if (named !== undefined && !named.includes('\ufffd')) return named;
  const lossy = new TextDecoder('utf-8').decode(bytes);
  return isDamagedUtf8(lossy) ? lossy : (named ?? tryDecodeAs(bytes, guessEncoding(bytes)));
}

/** Four bytes a character: the highest is zero, and hardly any is beyond the first plane. */
function tryUtf32(bytes: Uint8Array): string | undefined {
  if (bytes.length % 4 !== 0) return undefined;
  const sample = bytes.subarray(0, SAMPLE);
  const beyond = (at: number) => sample.filter((byte, index) => index % 4 === at && byte > 0).length;
  const fits = (high: number, plane: number) => beyond(high) === 0 && beyond(plane) <= sample.length / 40;
  if (fits(3, 2)) return tryDecodeAs(bytes, 'utf-32le');
  return fits(0, 1) ? tryDecodeAs(bytes, 'utf-32be') : undefined;
}

/** Japanese in seven bits, as mail has it: valid UTF-8, but for what its escapes switch to. */
function isIso2022Japanese(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, SAMPLE));
  return head.includes('\u001b$B') || head.includes('\u001b$@');
}

/**
 * In the byte order that gives more of the signs which every text has, and fewer that no text has. The zeros of a text
 * come from such signs: where neither order gives any, it is none.
 */
function tryUtf16(bytes: Uint8Array): string | undefined {
  if (isAsciiWithZeros(bytes.subarray(0, SAMPLE))) return undefined;
  const [text = ''] = ['utf-16le', 'utf-16be']
    .map((order) => new TextDecoder(order).decode(bytes))
    .toSorted((one, other) => likelihood(other) - likelihood(one));
  const isText = everydaySigns(text) > 0 && noCharacters(text) <= sampleOf(text).length / 100;
  return isText ? text : undefined;
}

/** Records of a program, say: letters of one byte each, a zero here and there. */
function isAsciiWithZeros(sample: Uint8Array): boolean {
  const zeros = sample.filter((byte) => byte === 0).length;
  const letters = sample.filter((byte) => byte >= 0x20 && byte < 0x7f).length;
  return zeros < 0.2 * sample.length && zeros + letters > 0.95 * sample.length;
}

function likelihood(text: string): number {
  return everydaySigns(text) - 3 * noCharacters(text);
}

/** Spaces, line ends, digits, Latin letters, full stops of East Asia. */
function everydaySigns(text: string): number {
  return sampleOf(text).match(/[\n\r\t -~\u3001\u3002\uff0c]/g)?.length ?? 0;
}

function noCharacters(text: string): number {
  return sampleOf(text).match(NO_CHARACTER)?.length ?? 0;
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
