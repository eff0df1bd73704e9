import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitSentences } from '../../../src/models/extractive/sentences.ts';

const split = (text: string) =>
  splitSentences(text, { start: 0, end: text.length }).map(({ start, end }) => text.slice(start, end));

describe('Sentences', () => {
  it.each([
    ['Acme Inc. pays on time. Globex does not.', 2],
    ['Acme Inc. The company was founded in 1999.', 2],
    ['See §4.2 for the 2.5% discount. It is final.', 2],
    ['Dr. J. Smith met Mr. Jones vs. the U.S. government.', 1],
    ['No. 5 is alive! Is it? Yes.', 3],
    ['The fee is $1.50 per unit, approx. 3 cents more.', 1],
    ['Net 30 (i.e. thirty days). 2% 10 net 30 on renewals.', 2],
    ['He said "Stop." Then he left.', 2],
    ['It grew.[3] It shrank.[4][5]', 2],
    ['1. Scope of the agreement. It is wide.', 2],
    ['据说他在1999年出生。后来他去了北京！真的吗？', 3],
    ['Das ist z.B. gut. Und das auch.', 2],
    ['no end mark at all', 1],
  ])('are told apart in: %s', (text, count) => {
    expect(split(text)).toHaveLength(count);
  });

  it('lose no character but the white space between them', () => {
    const texts = fc.array(
      fc.constantFrom('Inc.', 'U.S.', ' ', '\n', 'The', 'a', '4.2', '. ', '。', '!?', '"', 'ก', '😀'),
    );
    fc.assert(
      fc.property(texts, (parts) => {
        const text = parts.join('');
        expect(split(text).join('').replaceAll(/\s/g, '')).toBe(text.replaceAll(/\s/g, ''));
      }),
    );
  });

  it('are cut at spaces in Thai, where nothing else ends them', () => {
    const clause = 'ทีมรับของแพนเธอร์สเสียคะแนนเพียงสามร้อยแปดแต้มและอยู่อันดับที่หกของลีกในขณะที่ยังเป็นผู้นำ';
    expect(split(`${clause} ${clause} ${clause}`)).toHaveLength(3);
  });
});
