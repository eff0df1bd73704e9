import { array, assert, constantFrom, property, string, tuple } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chunkDocument } from '../../../src/knowledge/chunking/chunk.ts';
import { weigh } from '../../../src/knowledge/chunking/weight.ts';
import { parseHtml } from '../../../src/knowledge/parse/html.ts';
import { parseMarkdown } from '../../../src/knowledge/parse/markdown.ts';
import { parsePlainText } from '../../../src/knowledge/parse/plain-text.ts';

const sentences = (count: number, word: string) =>
  Array.from({ length: count }, (_, index) => `Sentence ${index} speaks of ${word} and of nothing else at all.`).join(
    ' ',
  );

describe('chunks', () => {
  it('are slices of the text, in order, without overlap, and leave no letter out', () => {
    const line = constantFrom(
      '# Heading',
      '## Below',
      '- item',
      '| a | b |\n| - | - |\n| 1 | 2 |',
      '```\ncode\n```',
      '',
      '> quote',
      'ARTICLE II',
      '4.2 Payment terms',
      '<p>Text</p>',
      sentences(30, 'payment'),
      '付款条件。'.repeat(300),
      '👩‍👩‍👧'.repeat(400),
      'x'.repeat(9_000),
    );
    const documents = array(tuple(line, string({ unit: 'binary', maxLength: 40 })), { maxLength: 12 }).map((lines) =>
      lines.map(([fixed, random]) => `${fixed}\n${random}`).join('\n\n'),
    );
    assert(
      property(documents, constantFrom(parseMarkdown, parsePlainText, parseHtml), (text, parse) => {
        const document = parse(text);
        let end = 0;
        for (const chunk of chunkDocument(document)) {
          expect(chunk.text).toBe(document.text.slice(chunk.start, chunk.end));
          expect(chunk.text).toBe(chunk.text.trim());
          expect(chunk.start).toBeGreaterThanOrEqual(end);
          expect(weigh(chunk.text)).toBeLessThan(420);
          // Markdown leaves out front matter; the other two must leave out nothing that can be read.
          const gap = parse === parseMarkdown ? '' : document.text.slice(end, chunk.start);
          expect(gap).not.toMatch(/[\p{L}\p{N}]/u);
          end = chunk.end;
        }
      }),
      { numRuns: 60 },
    );
  });

  it('never cross a heading, and carry the path to it', () => {
    const chunks = chunkDocument(parseMarkdown('# A\n\nOne.\n\n## B\n\nTwo.\n\n# C\n\nThree.\n'));
    expect(chunks.map(({ headingPath, text }) => [headingPath, text])).toEqual([
      [['A'], '# A\n\nOne.'],
      [['A', 'B'], '## B\n\nTwo.'],
      [['C'], '# C\n\nThree.'],
    ]);
  });

  it('take headings that have nothing of their own with what they introduce', () => {
    const chunks = chunkDocument(parseMarkdown('# Agreement\n\n## Fees\n\n### Late fees\n\nTwo percent.\n'));
    expect(chunks.map(({ text }) => text)).toEqual(['# Agreement\n\n## Fees\n\n### Late fees\n\nTwo percent.']);
    expect(chunks[0]?.headingPath).toEqual(['Agreement', 'Fees', 'Late fees']);
  });

  it('end between sentences where a paragraph is too long, at about equal weight', () => {
    const chunks = chunkDocument(parsePlainText(sentences(60, 'renewal')));
    expect(chunks.length).toBeGreaterThan(2);
    for (const { text } of chunks) expect(text).toMatch(/^Sentence .*\.$/su);
    const weights = chunks.map(({ text }) => weigh(text));
    expect(Math.max(...weights)).toBeLessThan(2 * Math.min(...weights));
  });

  it('end between the rows of a long table and the lines of long code', () => {
    const row = (index: number) => `| row ${index} | ${'cell '.repeat(8)}|`;
    const table = ['| name | text |', '| --- | --- |', ...Array.from({ length: 60 }, (_, index) => row(index))].join(
      '\n',
    );
    for (const { text } of chunkDocument(parseMarkdown(table))) expect(text).toMatch(/^\|.*\|$/su);
  });

  it('keep a line that announces a list with the list', () => {
    const list = Array.from(
      { length: 12 },
      (_, index) => `- fee number ${index} is due on the first day of the month`,
    ).join('\n');
    const chunks = chunkDocument(parseMarkdown(`${sentences(15, 'fees')}\n\nThe fees are:\n\n${list}\n`));
    expect(chunks.at(-1)?.text.startsWith('The fees are:')).toBe(true);
  });

  it('weigh scripts without spaces by their characters', () => {
    const chunks = chunkDocument(parsePlainText('付款期限为收到发票后三十天。'.repeat(200)));
    for (const { text } of chunks) expect(text.length).toBeLessThan(1_500);
    expect(chunks.length).toBeGreaterThan(2);
  });
});
