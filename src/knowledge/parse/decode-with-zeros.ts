import iconv from 'iconv-lite';
import { controls, SAMPLE, sampleOf, tryUtf8 } from './text-sample.ts';

/** What UTF-16 text does not hold and other bytes become when they are read as UTF-16. */
const NO_CHARACTER = /[\p{Cn}\p{Co}\p{Cs}\ufffd]/gu;

/** The text of bytes that hold zeros and no mark of their order, or undefined where they are none. */
export function decodeWithZeros(bytes: Uint8Array): string | undefined {
  return tryWithoutZeros(bytes) ?? tryUtf32(bytes) ?? tryUtf16(bytes);
}

/** UTF-8 between a few zero bytes: what a crash left in a log, the rest of the last record. */
export function tryWithoutZeros(bytes: Uint8Array): string | undefined {
  const end = bytes.findLastIndex((byte) => byte !== 0) + 1;
  const inked = bytes.subarray(0, end).filter((byte) => byte !== 0);
  const text = end - inked.length <= end / 100 ? tryUtf8(inked) : undefined;
  return text === undefined || controls(text) > 0 ? undefined : text;
}

/** Four bytes a character: the highest is zero, and hardly any is beyond the first plane. */
function tryUtf32(bytes: Uint8Array): string | undefined {
  if (bytes.length % 4 !== 0) return undefined;
  const sample = bytes.subarray(0, SAMPLE);
  const beyond = (at: number) => sample.filter((byte, index) => index % 4 === at && byte > 0).length;
  const fits = (high: number, plane: number) => beyond(high) === 0 && beyond(plane) <= sample.length / 40;
  if (fits(3, 2)) return iconv.decode(bytes, 'utf-32le');
  return fits(0, 1) ? iconv.decode(bytes, 'utf-32be') : undefined;
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
  const letters = sample.filter((byte) => (byte >= 0x20 && byte < 0x7f) || (byte >= 0x09 && byte <= 0x0d)).length;
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
