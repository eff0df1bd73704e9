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

describe('bytes that are no text are refused', () => {
  it.each([
    ['zero bytes', Buffer.from('text\0text\0text and more text')],
    ['control characters', Buffer.from('\u0001\u0002\u0003\u0004 a b c d e f')],
    ['noise', Uint8Array.from({ length: 1_024 }, (_, index) => (index * 167 + (index >> 3) * 31) & 0xff)],
  ])('%s', (_, bytes) => {
    expect(() => decodeText(bytes)).toThrow(UnreadableSource);
  });
});
