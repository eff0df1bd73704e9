import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ComposePart, Passage } from '../../../src/engine/ports/compose.ts';
import { CitationList } from '../../../src/engine/synthesis/citations.ts';
import { GroundedText } from '../../../src/models/prompting/grounded-text.ts';
import { cpuTime } from '../../support/cpu-time.ts';
import { passage, spanOf } from './support/passages.ts';

const PASSAGES = [
  passage(
    1,
    'Acme pays within 30 days of the invoice date. Late payment bears interest of 1.5% a month.\n\n' +
      '- Notice is given in writing.\n- The law of Delaware governs this agreement.',
  ),
  passage(2, '本协议受中华人民共和国法律管辖。付款期限为三十天。'),
  passage(3, 'The agreement was signed on March 15, 2024 by John Smith for USD 1,200,000.50.'),
  passage(4, '| Plan | Seats | Price |\n|---|---|---|\n| Team | 10 | $99 |\n| Scale | 250 | $1,900 |'),
];

function ground(deltas: readonly string[], passages: readonly Passage[] = PASSAGES): readonly ComposePart[] {
  const grounded = new GroundedText(passages);
  return [...deltas.flatMap((delta) => grounded.push(delta)), ...grounded.finish()];
}

function textOf(parts: readonly ComposePart[]): string {
  return parts.map((part) => (part.kind === 'text' ? part.text : '')).join('');
}

function quotesOf(parts: readonly ComposePart[]): readonly string[] {
  return parts.flatMap((part) => (part.kind === 'citation' ? [spanOf(PASSAGES, part)] : []));
}

describe('Markers', () => {
  it.each([
    ['Net 30 [1].', 'Net 30.'],
    ['Net 30.[1] Delaware.', 'Net 30. Delaware.'],
    ['Net 30[1][2] and more', 'Net 30 and more'],
    ['Net 30 [1, 2] and more', 'Net 30 and more'],
    ['Net 30 [1-3], or so', 'Net 30, or so'],
    ['Net 30 [1], [2].', 'Net 30.'],
    ['Net 30 [1] [2]', 'Net 30'],
    ['Net 30 ([1]). Next', 'Net 30. Next'],
    ['Net 30 ([1] and more)', 'Net 30 (and more)'],
    ['[1] Net 30', 'Net 30'],
    ['- Net 30 [1]\n- Net 60 [2]', '- Net 30\n- Net 60'],
    ['Net 30.\n[1]\n\nNext', 'Net 30.\n\nNext'],
    ['三十天【2】。', '三十天。'],
    ['三十天【2†source】。', '三十天。'],
    ['三十天［2］、', '三十天、'],
    ['Net 30 [ 1 ; 2 ].', 'Net 30.'],
    ['Cut off [1', 'Cut off'],
    ['Cut off [', 'Cut off'],
    ['Unknown [5][7].', 'Unknown.'],
  ])('leave the text, and the white space that was theirs with them: %j', (written, shown) => {
    expect(textOf(ground([written]))).toBe(shown);
  });

  it.each([
    'a[0] and `a[1]` and `` b[2] ``',
    '```js\nlet a = b[1];\n```',
    'See [1](https://example.test/1) and [the policy](policy.md).',
    '![1](image.png)',
    '- [x] done, - [ ] open',
    'In [2024] and [1999-2003], [x], [], [1.5], [1a].',
    'A range [9-3] that is none',
    '  spaces  stay (and so) does ( this )\n\n\nand this.  ',
    'an unclosed `tick and [text',
    '【注】 and ［a］',
  ])('are not what merely has brackets: %j', (text) => {
    const parts = ground([text]);
    expect(textOf(parts)).toBe(text);
    expect(parts.every(({ kind }) => kind === 'text')).toBe(true);
  });

  it('are markers still after code that holds none', () => {
    const parts = ground(['Call `a[1]` [1].\n```\nb[2]\n```\nDone [2].']);
    expect(textOf(parts)).toBe('Call `a[1]`.\n```\nb[2]\n```\nDone.');
    expect(parts.filter(({ kind }) => kind !== 'text').map((part) => ('passage' in part ? part.passage : 0))).toEqual([
      1, 2,
    ]);
  });

  it('that point to no passage are dropped and counted, as [5][7] among four sources', () => {
    const list = new CitationList(PASSAGES, false);
    for (const part of ground(['Acme pays within 30 days [1][5][7].'])) {
      if (part.kind === 'citation') list.add(part);
    }
    expect(list.dropped).toBe(2);
    expect(list.toArray().map(({ source }) => source)).toEqual(['source-1.md']);
  });

  it('are never shown in halves, wherever the stream is cut', () => {
    const written = 'Acme pays within 30 days [1]. Done【2】, see [1, 3-4] and [2024].';
    for (let at = 1; at < written.length; at++) {
      const grounded = new GroundedText(PASSAGES);
      const first = textOf(grounded.push(written.slice(0, at)));
      expect(first).not.toMatch(/\[(?!2024)|【/);
    }
  });
});

describe('The text of a grounded answer', () => {
  const words = fc.constantFrom(
    'Net',
    '30',
    '[1]',
    '[1, 2]',
    '[1-3]',
    '【2】',
    '[9]',
    '[x]',
    '(',
    ')',
    '`',
    '```',
    '\n',
    ' ',
    '  ',
    '.',
    ',',
    '👩‍👩‍👧',
    '𠮷',
    '三十天',
    '[',
    ']',
    '[1',
    '- ',
    '[2024]',
    '(u)',
  );
  const written = fc.array(words, { maxLength: 24 }).map((all) => all.join(''));

  it('is the same however it was cut into deltas', () => {
    fc.assert(
      fc.property(written, fc.array(fc.nat(60), { maxLength: 12 }), (text, cuts) => {
        const places = [0, ...cuts.map((cut) => Math.min(cut, text.length)).toSorted((a, b) => a - b), text.length];
        const deltas = places.slice(1).map((to, at) => text.slice(places[at], to));
        const [whole, pieces] = [ground([text]), ground(deltas)];
        expect(textOf(pieces)).toBe(textOf(whole));
        expect(pieces.filter(({ kind }) => kind !== 'text')).toEqual(whole.filter(({ kind }) => kind !== 'text'));
      }),
      { numRuns: 500 },
    );
  });

  it('is what the model wrote where it wrote no bracket', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), fc.nat(300), (text, cut) => {
        const plain = text.replace(/[[【［]/gu, '');
        expect(textOf(ground([plain.slice(0, cut), plain.slice(cut)]))).toBe(plain);
      }),
    );
  });

  it('comes out as it goes in, word for word', () => {
    const grounded = new GroundedText(PASSAGES);
    expect(textOf(grounded.push('Acme pays'))).toBe('Acme pays');
    expect(textOf(grounded.push(' within 30 days'))).toBe(' within 30 days');
  });

  it('is held back no longer than a code span may be', () => {
    const grounded = new GroundedText(PASSAGES);
    const long = 'word '.repeat(200);
    expect(textOf(grounded.push(`\`${long}`)).length).toBeGreaterThan(600);
  });
});

describe('Grounding', () => {
  it.each([
    ['Payment is due within 30 days of invoice [1].', ['Acme pays within 30 days of the invoice date.']],
    ['Delaware law governs the agreement [1].', ['- The law of Delaware governs this agreement.']],
    ['Interest on late payment: 1.5% a month [1].', ['Late payment bears interest of 1.5% a month.']],
    ['该协议受中国法律管辖【2】。', ['本协议受中华人民共和国法律管辖。']],
    ['John Smith signed it on 15 March 2024 [3]', [PASSAGES[2]?.hit.chunk.text]],
    ['Scale has 250 seats for $1,900 [4].', ['| Scale | 250 | $1,900 |']],
  ])('finds the sentence that says what the statement says: %s', (written, quotes) => {
    expect(quotesOf(ground([written]))).toEqual(quotes);
  });

  it('looks up each clause for the marker behind it', () => {
    const parts = ground(['Delaware law governs [1], and late payment costs 1.5% interest a month [1].']);
    expect(quotesOf(parts)).toEqual([
      '- The law of Delaware governs this agreement.',
      'Late payment bears interest of 1.5% a month.',
    ]);
  });

  it('reads a marker after the full stop as one of the sentence before', () => {
    expect(quotesOf(ground(['Delaware law governs this agreement. [1] It was signed later.']))).toEqual([
      '- The law of Delaware governs this agreement.',
    ]);
  });

  it('refers to the passage as a whole where no sentence of it says so, or none of the numbers', () => {
    for (const written of ['Bananas are yellow [1].', 'Acme pays within 45 days [1].', '[1]']) {
      expect(ground([written]).filter(({ kind }) => kind !== 'text')).toEqual([{ kind: 'reference', passage: 1 }]);
    }
  });

  it('gives spans that stand in the passage, and scores from 0 to 1', () => {
    const sentence = fc.array(
      fc.constantFrom(
        'Acme',
        'pays',
        'within',
        '30',
        'days',
        'Delaware',
        'law',
        '付款',
        '三十天',
        '👍',
        '.',
        '\n',
        '| a | b |',
        '`x`',
        '\u200b',
      ),
      { maxLength: 30 },
    );
    const texts = fc.array(
      sentence.map((all) => all.join(' ')),
      { minLength: 1, maxLength: 4 },
    );
    fc.assert(
      fc.property(texts, sentence, fc.integer({ min: 1, max: 6 }), (sources, statement, number) => {
        const passages = sources.map((text, at) => passage(at + 1, text));
        for (const part of ground([`${statement.join(' ')} [${number}]`], passages)) {
          if (part.kind !== 'citation' || part.passage > passages.length) continue;
          const { length } = passages[part.passage - 1]?.hit.chunk.text ?? '';
          expect(part.start).toBeGreaterThanOrEqual(0);
          expect(part.end).toBeGreaterThan(part.start);
          expect(part.end).toBeLessThanOrEqual(length);
          expect(part.score).toBeGreaterThan(0);
          expect(part.score).toBeLessThanOrEqual(1);
          expect(spanOf(passages, part).trim()).not.toBe('');
        }
      }),
    );
  });

  it('costs little on the longest chunk and a marker at every word', () => {
    const long = passage(1, 'Acme pays within 30 days of the invoice date. '.repeat(2_000));
    expect(cpuTime(() => ground(['Acme pays within 30 days [1]. '.repeat(50)], [long]))).toBeLessThan(20_000);
  });
});
