import { UnreadableSource } from './document.ts';

const SAMPLE = 4_096;
/** C0 controls that text does not hold: all but tab, line feed, vertical tab, form feed, carriage return, escape. */
// oxlint-disable-next-line no-control-regex -- finding them is the point
const CONTROL = /[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/g;

/**
 * The text of a file, whatever it was encoded in: by its byte order mark, by where UTF-16 puts its zero bytes, as
 * UTF-8 where the bytes are that, by the encoding that it declares, else as Windows-1252.
 * @throws UnreadableSource when the bytes are no text.
 */
export function decodeText(bytes: Uint8Array, declared?: string): string {
  const text = decode(bytes, declared);
  const sample = text.length > 65_536 ? text.slice(0, 32_768) + text.slice(-32_768) : text;
  const controls = sample.match(CONTROL)?.length ?? 0;
  if (text.includes('\u0000') || controls > sample.length / 100) {
    throw new UnreadableSource(
      'The file is binary, not text. Upload a text, Markdown or HTML version of it.',
      'application/octet-stream',
    );
  }
  return text;
}

function decode(bytes: Uint8Array, declared: string | undefined): string {
  const [a, b, c] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) return new TextDecoder('utf-8').decode(bytes);
  if (a === 0xff && b === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (a === 0xfe && b === 0xff) return new TextDecoder('utf-16be').decode(bytes);

  const wide = utf16WithoutMark(bytes);
  if (wide !== undefined) return new TextDecoder(wide).decode(bytes);
  const strict = tryUtf8(bytes);
  if (strict !== undefined) return strict;

  const decoder = declared === undefined ? undefined : tryDecoder(declared);
  if (decoder !== undefined) return decoder.encoding === 'windows-1252' ? decodeLatin(bytes) : decoder.decode(bytes);
  const lossy = new TextDecoder('utf-8').decode(bytes);
  return isDamagedUtf8(lossy) ? lossy : decodeLatin(bytes);
}

/** Text that is mostly Latin has a zero in every second byte of UTF-16 and none in the others. */
function utf16WithoutMark(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const sample = bytes.subarray(0, SAMPLE);
  if (sample.length < 4) return undefined;
  const zeros = [0, 0] as [number, number];
  sample.forEach((byte, index) => {
    if (byte === 0) zeros[(index % 2) as 0 | 1] += 1;
  });
  const half = sample.length / 2;
  if (zeros[1] > 0.4 * half && zeros[0] < 0.05 * half) return 'utf-16le';
  if (zeros[0] > 0.4 * half && zeros[1] < 0.05 * half) return 'utf-16be';
  return undefined;
}

function tryUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined; // not UTF-8: the caller tries the next encoding
  }
}

function tryDecoder(label: string): TextDecoder | undefined {
  try {
    return new TextDecoder(label);
  } catch {
    return undefined; // no encoding that the platform knows
  }
}

/** What Windows-1252 has where Latin-1 has control characters; a space stands where it has nothing. */
const WINDOWS_1252 = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';

/** Windows-1252, which Node's own decoder reads as Latin-1 in some versions. */
function decodeLatin(bytes: Uint8Array): string {
  return Buffer.from(bytes)
    .toString('latin1')
    .replace(/[\u0080-\u009f]/g, (control) => {
      const character = WINDOWS_1252[control.charCodeAt(0) - 0x80] ?? ' ';
      return character === ' ' ? control : character;
    });
}

/** UTF-8 with a few broken places keeps far more characters beyond ASCII than it loses. */
function isDamagedUtf8(lossy: string): boolean {
  const lost = lossy.match(/\ufffd/g)?.length ?? 0;
  const kept = lossy.match(/[\u0080-\ufffc]/g)?.length ?? 0;
  return kept > 8 * lost;
}
