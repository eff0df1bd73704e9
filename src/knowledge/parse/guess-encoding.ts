import { detect } from 'jschardet';

const SAMPLE = 65_536;
/** Of a line, what is looked at before its first character beyond ASCII. */
const MARGIN = 64;
const LINE_FEED = 0x0a;
const WESTERN = 'windows-1252';
/** Below this, the guess rests on a handful of bytes. */
const SURE = 0.1;

/** Encodings that people's files are in, without mainframes' and those that one program invented. */
const LATIN = (
  'windows-1250 windows-1252 windows-1254 windows-1257 windows-1258 iso-8859-1 iso-8859-2 iso-8859-9 iso-8859-15 ' +
  'cp437 cp850 cp852 cp857 macroman'
).split(' ');
const CANDIDATES = (
  'windows-1251 windows-1253 windows-1255 windows-1256 iso-8859-5 iso-8859-6 iso-8859-7 iso-8859-8 koi8-r koi8-u ' +
  'ibm866 cp737 cp862 maccyrillic cp932 shift_jis euc-jp gb18030 gb2312 big5 euc-kr cp949 cp874 tis-620'
)
  .split(' ')
  .concat(LATIN);

/** Takes whatever it is given: other encodings of East Asia are Chinese to it too, only of characters nobody uses. */
const CHINESE = new Set(['gb18030', 'gb2312']);
const WITHOUT_CHINESE = CANDIDATES.filter((encoding) => !CHINESE.has(encoding));

/** The encoding of bytes that are neither UTF-8 nor UTF-16, under a name that `iconv-lite` knows. */
export function guessEncoding(bytes: Uint8Array): string {
  const sample = tellingLines(bytes);
  if (sample.length === 0) return WESTERN; // ASCII alone: all of them are right
  const { encoding, confidence } = detect(sample, { detectEncodings: hasRuns(sample) ? CANDIDATES : LATIN });
  if (encoding === null || (confidence < SURE && isMostlyAscii(sample))) return WESTERN;
  if (CHINESE.has(encoding.toLowerCase()) && confidence < SURE && !isCommonChinese(sample)) {
    return detect(sample, { detectEncodings: WITHOUT_CHINESE }).encoding ?? encoding;
  }
  return encoding;
}

/**
 * Lines that hold more than ASCII. The others are the same in every encoding, and a few words of Chinese among them
 * would pass for accents. No encoding has a line feed within a character.
 */
function tellingLines(bytes: Uint8Array): Uint8Array {
  const lines: Uint8Array[] = [];
  let size = 0;
  for (let rest = bytes; size < SAMPLE; ) {
    const first = rest.findIndex((byte) => byte > 0x7f);
    if (first < 0) break;
    const start = Math.max(rest.lastIndexOf(LINE_FEED, first) + 1, first - MARGIN);
    const feed = rest.indexOf(LINE_FEED, first);
    const end = Math.min(feed < 0 ? rest.length : feed + 1, first + SAMPLE);
    lines.push(rest.subarray(start, end));
    size += end - start;
    rest = rest.subarray(end);
  }
  return Buffer.concat(lines, size);
}

/** Nearly all that is written is in GB 2312, whose characters are two bytes beyond 0xa0. */
function isCommonChinese(sample: Uint8Array): boolean {
  let common = 0;
  let all = 0;
  for (let at = 0; at < sample.length - 1; at += 1) {
    const [lead = 0, trail = 0] = [sample[at], sample[at + 1]];
    if (lead < 0x81) continue;
    all += 1;
    if (lead > 0xa0 && lead < 0xf8 && trail > 0xa0) common += 1;
    at += 1;
  }
  return common > 0.8 * all;
}

/** Letters of other scripts stand beside each other; accented ones of Latin text may all stand alone. */
function hasRuns(sample: Uint8Array): boolean {
  return sample.some((byte, index) => byte > 0x7f && (sample[index + 1] ?? 0) > 0x7f);
}

/** Western text has an accent here and there; in other scripts the letters themselves lie beyond ASCII. */
function isMostlyAscii(sample: Uint8Array): boolean {
  let letters = 0;
  let beyond = 0;
  for (const byte of sample) {
    if (byte > 0x7f) beyond += 1;
    else if ((byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a) letters += 1;
  }
  return letters > 2 * beyond || beyond < 3;
}
