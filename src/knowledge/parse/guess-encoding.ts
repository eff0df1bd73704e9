import { detect } from 'jschardet';

const SAMPLE = 65_536;
const WESTERN = 'windows-1252';
/** Below this, the guess rests on a handful of bytes. */
const SURE = 0.1;

/** Encodings that people's files are in, without mainframes' and those that one program invented. */
const CANDIDATES = (
  'windows-1250 windows-1251 windows-1252 windows-1253 windows-1254 windows-1255 windows-1256 windows-1257 ' +
  'windows-1258 iso-8859-1 iso-8859-2 iso-8859-5 iso-8859-7 iso-8859-8 iso-8859-9 iso-8859-15 koi8-r koi8-u ibm866 ' +
  'cp437 cp850 cp852 macroman maccyrillic cp932 shift_jis euc-jp gb18030 gb2312 big5 euc-kr cp949 cp874 tis-620'
).split(' ');

/** Takes whatever it is given: other encodings of East Asia are Chinese to it too, only of characters nobody uses. */
const CHINESE = new Set(['gb18030', 'gb2312']);
const WITHOUT_CHINESE = CANDIDATES.filter((encoding) => !CHINESE.has(encoding));

/** The encoding of bytes that are neither UTF-8 nor UTF-16, under a name that `iconv-lite` knows. */
export function guessEncoding(bytes: Uint8Array): string {
  const first = bytes.findIndex((byte) => byte > 0x7f);
  if (first < 0) return WESTERN; // ASCII alone: all of them are right
  const sample = bytes.subarray(Math.max(0, first - 64), first + SAMPLE);
  const { encoding, confidence } = detect(sample, { detectEncodings: CANDIDATES });
  if (encoding === null || (confidence < SURE && isMostlyAscii(sample))) return WESTERN;
  if (CHINESE.has(encoding.toLowerCase()) && confidence < SURE && !isCommonChinese(sample)) {
    return detect(sample, { detectEncodings: WITHOUT_CHINESE }).encoding ?? encoding;
  }
  return encoding;
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
