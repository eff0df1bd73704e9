import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { decodeText } from '../../../src/knowledge/parse/decode.ts';
import { UnreadableSource } from '../../../src/knowledge/parse/unreadable-source.ts';

const TEXT = 'Köstlich — the fee is 15,50 €, naïve as it may be.';

function utf16(text: string, order: 'le' | 'be', mark: boolean): Uint8Array {
  const bytes = Buffer.from((mark ? '\ufeff' : '') + text, 'utf16le');
  return order === 'le' ? bytes : bytes.swap16();
}

describe('a text is decoded', () => {
  it.each([
    ['UTF-8', Buffer.from(TEXT)],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${TEXT}`)],
    ['UTF-16 LE with a mark', utf16(TEXT, 'le', true)],
    ['UTF-16 BE with a mark', utf16(TEXT, 'be', true)],
    ['UTF-32 LE with a mark', iconv.encode(TEXT, 'utf-32le', { addBOM: true })],
    ['UTF-32 LE without one', iconv.encode(TEXT, 'utf-32le', { addBOM: false })],
    ['UTF-32 BE without one', iconv.encode(TEXT, 'utf-32be', { addBOM: false })],
    ['UTF-16 LE without one', utf16(TEXT, 'le', false)],
    ['UTF-16 BE without one', utf16(TEXT, 'be', false)],
    ['Windows-1252', Uint8Array.from([...Buffer.from('fee 15,50 '), 0x80, ...Buffer.from(' caf'), 0xe9])],
  ])('from %s', (name, bytes) => {
    expect(decodeText(bytes)).toBe(name === 'Windows-1252' ? 'fee 15,50 € café' : TEXT);
  });

  it('by the encoding that it declares, when it is not UTF-8', () => {
    expect(decodeText(Uint8Array.from([0xcf, 0xf0, 0xe8]), 'windows-1251')).toBe('При');
    expect(decodeText(Buffer.from('При'), 'windows-1251')).toBe('При');
  });

  it('as UTF-8 in spite of a few broken bytes', () => {
    const bytes = Buffer.concat([
      Buffer.from('Оплата в течение тридцати дней '),
      Buffer.from([0xff]),
      Buffer.from(' конец'),
    ]);
    expect(decodeText(bytes)).toBe('Оплата в течение тридцати дней \ufffd конец');
  });
});

const RUSSIAN = 'Однажды, в студёную зимнюю пору, я из лесу вышел; был сильный мороз.';
const JAPANESE = '契約期間は二〇二四年四月一日から一年間とする。';
const CHINESE = '合同期限为一年，自二〇二四年四月一日起算。';
const KOREAN = '계약 기간은 사월 일일부터 일년으로 한다.';
const GERMAN = 'Die Gebühr für Änderungen beträgt fünf Prozent – „höchstens“ 15 €.';

describe('a text that does not say its encoding is recognised', () => {
  it.each([
    ['cp932', JAPANESE],
    ['cp932', '佐藤太郎,30,東京\n髙橋淳,35,名古屋\n'], // of a row that only this variant of Shift-JIS has
    ['euc-jp', JAPANESE],
    ['gb18030', CHINESE],
    ['big5', '合約期限為一年，自四月一日起算，雙方同意。'],
    ['euc-kr', KOREAN],
    ['windows-1251', RUSSIAN],
    ['koi8-r', RUSSIAN],
    ['cp866', RUSSIAN],
    ['windows-1252', GERMAN],
    ['windows-1252', 'café'],
    ['iso-8859-1', 'El señor Nuñez pagó la cuota mensual.'],
    ['windows-1250', 'Żółta łódź płynie do Gdańska, a opłata wynosi pięć złotych.'],
    ['iso-8859-6', 'يولد جميع الناس أحراراً متساوين في الكرامة والحقوق.'],
    ['cp737', 'Η ενότητα αυτή περιέχει πληροφορίες για το υλικό.'],
    ['cp857', 'Bütün insanlar hür, haysiyet ve haklar bakımından eşit doğarlar.'],
    ['cp862', 'כל בני האדם נולדו בני חורין ושווים בערכם ובזכויותיהם.'],
  ])('%s: %s', (encoding, text) => {
    const bytes = iconv.encode(text, encoding);
    expect(iconv.decode(bytes, encoding)).toBe(text); // the encoding can say it at all
    expect(decodeText(bytes)).toBe(text);
  });

  it.each(['utf-16le', 'utf-16be'])('%s without a mark, in any script', (encoding) => {
    for (const text of [RUSSIAN, `${JAPANESE}\n${JAPANESE}\n`, KOREAN]) {
      expect(decodeText(iconv.encode(text, encoding, { addBOM: false }))).toBe(text);
    }
  });

  it('also when the part that tells comes late', () => {
    const late = `${'plain words of a long preamble. '.repeat(5_000)}${RUSSIAN}`;
    expect(decodeText(iconv.encode(late, 'cp866')).slice(-RUSSIAN.length)).toBe(RUSSIAN);
  });
});

describe('a few words of another script in an English text', () => {
  const english = '# every profile of the module has been loaded and is enforced\n'.repeat(30);

  it.each([
    ['big5', '合約期限為一年，自四月一日起算，雙方同意。'],
    ['gb18030', CHINESE],
    ['euc-kr', KOREAN],
    ['cp932', JAPANESE],
    ['windows-1250', 'Żółta łódź płynie do Gdańska, a opłata wynosi pięć złotych.'],
    ['windows-1254', 'Şirketin yıllık geliri geçen yıla göre yüzde on iki arttı.'],
  ])('are recognised: %s', (encoding, words) => {
    const text = `${english}${words}\n${english}`;
    expect(decodeText(iconv.encode(text, encoding))).toBe(text);
  });
});

it('Japanese in seven bits is decoded by its escapes', () => {
  const bytes = Buffer.from('Re: \u001b$B@$3&?M8"@k8@\u001b(B (draft)\n', 'latin1');
  expect(decodeText(bytes)).toBe('Re: 世界人権宣言 (draft)\n');
});

describe('what no reader sees is left out', () => {
  it.each([
    ['zero bytes that fill up the last record', 'the last record\n\0\0\0\0\0\0', 'the last record\n'],
    [
      'a zero byte among many others',
      `${'a line of a log\n'.repeat(20)}\0ende`,
      `${'a line of a log\n'.repeat(20)}ende`,
    ],
    ['the end mark of DOS', 'the last line\r\n\u001a', 'the last line\r\n'],
    ['letters struck twice', 'N\bNA\bAM\bME\bE\n  grep', 'NAME\n  grep'],
    ['colours of a terminal', '\u001b[1;31mError\u001b[0m: no such file', 'Error: no such file'],
  ])('%s', (_, raw, text) => {
    expect(decodeText(Buffer.from(raw))).toBe(text);
  });

  it('but never half of a text of two bytes a character, which has zeros too', () => {
    const thai = 'มนุษย์ทั้งหลายเกิดมามีอิสระ และเสมอภาคกันในเกียรติศักดิ์และสิทธิ';
    expect(decodeText(iconv.encode(thai, 'utf-16le', { addBOM: false }))).toBe(thai);
  });
});

describe('an encoding that is declared', () => {
  it('counts for nothing where the bytes are UTF-8, or are not what it says', () => {
    expect(decodeText(Buffer.from(GERMAN), 'iso-8859-1')).toBe(GERMAN);
    expect(decodeText(iconv.encode(GERMAN, 'windows-1252'), 'utf-8')).toBe(GERMAN);
    expect(decodeText(iconv.encode(GERMAN, 'windows-1252'), 'no-such-encoding')).toBe(GERMAN);
  });

  it('of Latin-1 is read as Windows-1252, as browsers do', () => {
    expect(decodeText(iconv.encode(GERMAN, 'windows-1252'), 'iso-8859-1')).toBe(GERMAN);
  });
});

describe('bytes that are no text are refused', () => {
  it.each([
    ['zero bytes', Buffer.from('text\0text\0text and more text')],
    ['a zero and something', Buffer.from('\0\u0001')],
    ['zeros of two orders, and no sign of a text', Buffer.from([0, 1, 2, 0, 0, 4, 5, 0])],
    ['control characters', Buffer.from('\u0001\u0002\u0003\u0004 a b c d e f')],
    ['noise', Uint8Array.from({ length: 1_024 }, (_, index) => (index * 167 + (index >> 3) * 31) & 0xff)],
  ])('%s', (_, bytes) => {
    expect(() => decodeText(bytes)).toThrow(UnreadableSource);
  });
});
