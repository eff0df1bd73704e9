import { describe, expect, it } from 'vitest';
import { parseSource } from '../../../src/knowledge/parse/parse-source.ts';
import { textOf } from '../../../src/knowledge/parse/pdf/glyph-text.ts';
import { acrossColumns, paragraphsOf } from '../../../src/knowledge/parse/pdf/paragraphs.ts';
import type { Row } from '../../../src/knowledge/parse/pdf/rows.ts';
import { Vocabulary } from '../../../src/knowledge/parse/pdf/vocabulary.ts';
import { pdf } from './build/pdf.ts';

const parse = (bytes: Uint8Array) => parseSource(bytes, 'a.pdf', 'application/pdf');
const vocabulary = (text: string) => {
  const words = new Vocabulary();
  words.add(text);
  return words;
};

/** Lines of a column 200 points wide, one below the other. */
function rows(...lines: readonly (string | readonly string[])[]): readonly Row[] {
  return lines.map((line, at) => {
    const cells = typeof line === 'string' ? [line.replace(/~$/, '')] : line;
    const text = cells.join('\t');
    const hyphenated = typeof line === 'string' && line.endsWith('~');
    return { text, cells, hyphenated, left: 50, right: 250, top: 700 - at * 12, bottom: 690 - at * 12, bold: false };
  });
}
const texts = (from: readonly Row[], words = '') => paragraphsOf(from, vocabulary(words)).map(({ text }) => text);

/** A page whose font names its letters itself. */
const page = (differences: string, content: string) =>
  Buffer.from(`%PDF-1.4
1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj
2 0 obj <</Type/Pages/Kids[3 0 R]/Count 1>> endobj
3 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>> endobj
4 0 obj <</Length ${content.length}>> stream
${content}
endstream endobj
5 0 obj <</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding<</Differences[${differences}]>>>> endobj
trailer <</Root 1 0 R>>
%%EOF`);

describe('a word that goes on in the next line', () => {
  it('loses the hyphen of the line, and keeps its own', () => {
    expect(texts(rows('a trans~', 'action'))).toEqual(['a transaction']);
    expect(texts(rows('Jean~', 'Paul'))).toEqual(['Jean-Paul']);
    expect(texts(rows('COVID~', '19'))).toEqual(['COVID-19']);
    expect(texts(rows('the end of inter~'))).toEqual(['the end of inter-']);
  });

  it('is written as elsewhere in the document', () => {
    expect(texts(rows('a well~', 'known way'), 'It is well-known.')).toEqual(['a well-known way']);
    expect(texts(rows('called Trace~', 'Monkey'), 'TraceMonkey is a compiler')).toEqual(['called TraceMonkey']);
  });

  it('goes on from one column to the next', () => {
    const words = vocabulary('');
    const columns = [
      ...paragraphsOf(rows('the code gen~'), words),
      ...paragraphsOf(rows('eration', 'is fast.'), words),
    ];
    expect(acrossColumns(columns, words).map(({ text }) => text)).toEqual(['the code generation is fast.']);
  });

  it('may end in the hyphen of typography', async () => {
    const bytes = page('1/uni2010', 'BT /F 12 Tf 20 200 Td (an agree\\001) Tj 0 -14 Td (ment between them) Tj ET');
    expect((await parse(bytes)).document.text).toBe('an agreement between them');
  });
});

describe('lines of a column', () => {
  it('that were spread to its edges are no rows of a table', () => {
    const spread = rows(
      'a line that fills all of it and',
      ['goes on.', 'Another sentence'],
      'follows on the same line',
    );
    expect(texts(spread)).toEqual([
      'a line that fills all of it and goes on. Another sentence follows on the same line',
    ]);
    expect(texts(rows('The Main Classes of it are these:', ['Chapter three', '53'], 'and no more'))[1]).toBe(
      'Chapter three\t53',
    );
  });

  it('begin a paragraph each where they are numbered clauses', () => {
    expect(texts(rows('1. TERM', '1.1 This begins', 'on a day.', '1.2 That ends'))).toEqual([
      '1. TERM',
      '1.1 This begins on a day.',
      '1.2 That ends',
    ]);
  });
});

describe('letters', () => {
  const glyphs = (...letters: readonly (readonly [text: string, left: number])[]) =>
    letters.map(([text, left]) => ({ code: text.codePointAt(0) ?? 0, left, right: left + 3, top: 10, bottom: 0 }));

  it('of Arabic that are one glyph are read in their order', () => {
    expect(textOf(glyphs(['ر', 20], ['\u064b', 10], ['ا', 10]))).toBe('را\u064b');
    expect(textOf(glyphs(['ع', 20], ['\u064b', 10], ['ا', 10], ['ل', 10]))).toBe('علا\u064b');
    expect(textOf(glyphs(['ا', 20], ['ل', 15], ['ن', 10]))).toBe('الن');
  });

  it('that TeX has as one are several', () => {
    expect(textOf(glyphs(['e', 0], ['\u001e', 3], ['c', 6]))).toBe('effic');
  });

  it('written across a landscape page are read line by line', async () => {
    const bytes = await pdf(
      (document) => {
        document.rotate(-90, { origin: [0, 0] });
        for (let at = 0; at < 5; at += 1) document.text(`Line ${at} of it`, -700, 100 + at * 20, { lineBreak: false });
      },
      { size: 'A4' },
    );
    expect((await parse(bytes)).document.text.match(/Line \d/g)?.join()).toBe('Line 0,Line 1,Line 2,Line 3,Line 4');
  });
});
