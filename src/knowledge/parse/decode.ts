import iconv from 'iconv-lite';
import { decodeWithZeros, tryWithoutZeros } from './decode-with-zeros.ts';
import { guessEncoding } from './guess-encoding.ts';
import { controls, SAMPLE, sampleOf, tryUtf8 } from './text-sample.ts';
import { UnreadableSource } from './unreadable-source.ts';

/** What terminals and printers take and nobody reads: colours, a letter struck twice to be bold, the end mark of DOS. */
// oxlint-disable-next-line no-control-regex -- finding them is the point
const TERMINAL = /\u001b\[[\d;]*[A-Za-z]|[^\s\u0000-\u001f]\u0008|(?<!\u001a)\u001a+\s*$/gu;

const MARKED = ['\u001b[', '\b', '\u001a'];

/**
 * The text of a file, whatever it was encoded in: by its byte order mark, as UTF-16 or UTF-32 where it holds zero
 * bytes, as UTF-8 where the bytes are that, by the encoding that it declares, else by the one whose text makes most sense.
 * @throws UnreadableSource when the bytes are no text.
 */
export function decodeText(bytes: Uint8Array, declared?: string): string {
  const decoded = decode(bytes, declared);
  const text = MARKED.some((mark) => decoded?.includes(mark)) ? decoded?.replace(TERMINAL, '') : decoded;
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
  if (bytes.subarray(0, SAMPLE).includes(0)) return decodeWithZeros(bytes);
  if (isIso2022Japanese(bytes)) return new TextDecoder('iso-2022-jp').decode(bytes);

  const strict = tryUtf8(bytes);
  if (strict !== undefined) return strict.includes('\0') ? tryWithoutZeros(bytes) : strict;
  const named = declared === undefined || /^utf/i.test(declared) ? undefined : tryDecodeAs(bytes, declared);
  if (named !== undefined && !named.includes('\ufffd')) return named;
  const lossy = new TextDecoder('utf-8').decode(bytes);
  return isDamagedUtf8(lossy) ? lossy : (named ?? tryDecodeAs(bytes, guessEncoding(bytes)));
}

/** Japanese in seven bits, as mail has it: valid UTF-8, but for what its escapes switch to. */
function isIso2022Japanese(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, SAMPLE));
  return head.includes('\u001b$B') || head.includes('\u001b$@');
}

/** UTF-8 with a few broken places keeps far more characters beyond ASCII than it loses. */
function isDamagedUtf8(lossy: string): boolean {
  const lost = lossy.match(/\ufffd/g)?.length ?? 0;
  const kept = lossy.match(/[\u0080-\ufffc]/g)?.length ?? 0;
  return kept > 8 * lost;
}
