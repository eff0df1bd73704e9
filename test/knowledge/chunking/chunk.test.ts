import {
  array,
  assert,
  asyncProperty,
  constantFrom,
  double,
  integer,
  property,
  record,
  string,
  tuple,
} from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chunkDocument } from '../../../src/knowledge/chunking/chunk.ts';
import { weigh } from '../../../src/knowledge/chunking/weight.ts';
import { prepareSource } from '../../../src/knowledge/curation/prepare.ts';
import { textOf } from '../../../src/knowledge/lance/to-chunk.ts';
import { CHUNK_SIZES, CHUNKING_STRATEGIES, DEFAULT_MANIFEST } from '../../../src/knowledge/manifest.ts';
import { parseHtml } from '../../../src/knowledge/parse/html.ts';
import { parseMarkdown } from '../../../src/knowledge/parse/markdown.ts';
import { parseSource } from '../../../src/knowledge/parse/parse-source.ts';
import { parsePlainText } from '../../../src/knowledge/parse/plain-text.ts';
import { UnreadableSource } from '../../../src/knowledge/parse/unreadable-source.ts';

const sentences = (count: number, word: string) =>
  Array.from({ length: count }, (_, index) => `Sentence ${index} speaks of ${word} and of nothing else at all.`).join(
    ' ',
  );

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
const chunkings = record({
  strategy: constantFrom(...CHUNKING_STRATEGIES),
  size: integer({ min: CHUNK_SIZES.least, max: 400 }),
  part: double({ min: 0, max: 0.5, noNaN: true }),
}).map(({ strategy, size, part }) => ({ strategy, size, overlap: Math.floor(size * part) }));

const pairs = <T>(items: readonly T[]): readonly (readonly [T, T])[] =>
  items.slice(1).map((item, at) => [items[at] as T, item] as const);

describe('chunks', () => {
  it('are slices of the text in order, overlap as far as they were told to, and leave no letter out', () => {
    assert(
      property(
        documents,
        constantFrom(parseMarkdown, parsePlainText, parseHtml),
        chunkings,
        (text, parse, chunking) => {
          const document = parse(text);
          let [start, end] = [-1, 0];
          for (const chunk of chunkDocument(document, chunking)) {
            expect(chunk.text).toBe(document.text.slice(chunk.start, chunk.end));
            expect(chunk.text).toBe(chunk.text.trim());
            expect(chunk.start).toBeGreaterThan(start);
            expect(chunk.end).toBeGreaterThan(end);
            const own = document.text.slice(Math.max(end, chunk.start), chunk.end);
            expect(weigh(own)).toBeLessThan(chunking.size * 2.1);
            const repeated = document.text.slice(chunk.start, Math.max(end, chunk.start));
            expect(weigh(repeated)).toBeLessThanOrEqual(chunking.overlap * 1.2);
            // Markdown leaves out front matter; the other two must leave out nothing that can be read.
            const gap = parse === parseMarkdown ? '' : document.text.slice(end, chunk.start);
            expect(gap).not.toMatch(/[\p{L}\p{N}]/u);
            [start, end] = [chunk.start, chunk.end];
          }
        },
      ),
      { numRuns: 100 },
    );
  });

  it('give the whole text back from their rows, whatever they overlap', async () => {
    await assert(
      asyncProperty(documents, chunkings, async (text, chunking) => {
        const bytes = Buffer.from(text, 'utf8');
        const manifest = { ...DEFAULT_MANIFEST, chunking };
        const source = { sourceId: 'src_a', path: 'a.md', mediaType: 'text/markdown', bytes, manifest };
        const unreadable = (error: unknown) => {
          if (error instanceof UnreadableSource) return undefined;
          throw error;
        };
        const prepared = await prepareSource(source).catch(unreadable);
        const parsed = await parseSource(bytes, 'a.md', 'text/markdown').catch(unreadable);
        expect(prepared && textOf(prepared.rows)).toBe(parsed?.document.text);
      }),
      { numRuns: 60 },
    );
  });

  it('run on over headings in whole sentences, under the path of where they begin', () => {
    const document = parseMarkdown(`# A\n\n${sentences(6, 'one')}\n\n# B\n\n${sentences(6, 'two')}\n`);
    const chunks = chunkDocument(document, { strategy: 'sentences', size: 60, overlap: 0 });
    expect(chunks.map(({ headingPath }) => headingPath)).toEqual([['A'], ['A'], ['B']]);
    expect(chunks[1]?.text).toContain('# B');
    for (const { text } of chunks) expect(text).toMatch(/\.$/u);
  });

  it('are of the size that was asked for, cut between words, when it is fixed', () => {
    const document = parseMarkdown(`# A\n\n${sentences(20, 'one')}\n\n# B\n\n${sentences(20, 'two')}\n`);
    const chunks = chunkDocument(document, { strategy: 'fixed', size: 50, overlap: 10 });
    const counts = chunks.map(({ text }) => text.split(/\s+/).length);
    expect(counts[0]).toBe(50);
    for (const count of counts.slice(1, -1)) expect(count).toBe(60);
    const [first = '', second = ''] = chunks.map(({ text }) => text);
    expect(second.split(/\s+/).slice(0, 10)).toEqual(first.split(/\s+/).slice(-10));
  });

  it('repeat whole sentences of the section, and nothing of the one before it', () => {
    const document = parseMarkdown(`# A\n\n${sentences(12, 'one')}\n\n# B\n\n${sentences(12, 'two')}\n`);
    const chunks = chunkDocument(document, { strategy: 'headings', size: 60, overlap: 25 });
    const within = chunks.flatMap((chunk, index) => {
      const before = chunks[index - 1];
      return before?.headingPath[0] === chunk.headingPath[0] ? [{ before: before?.text ?? '', text: chunk.text }] : [];
    });
    expect(chunks.length - within.length).toBe(2);
    expect(chunks.filter(({ text }) => text.startsWith('# '))).toHaveLength(2);
    for (const { before, text } of within) {
      const [repeated = 'two sentences'] = /^Sentence \d+ [^.]+\. Sentence \d+ [^.]+\./.exec(text) ?? [];
      expect(before.endsWith(repeated)).toBe(true);
    }
  });

  it('never repeat all of the chunk before, however short it is', () => {
    const document = parseMarkdown(`# Terms\n\nShort.\n\n${sentences(8, 'payment')}`);
    const chunks = chunkDocument(document, { strategy: 'sentences', size: 40, overlap: 20 });
    expect(chunks.length).toBeGreaterThan(2);
    const long = chunkDocument(parseMarkdown(`Hi.\n\n${'👩‍👩‍👧'.repeat(60)} end.`), {
      strategy: 'sentences',
      size: 40,
      overlap: 20,
    });
    for (const [first, second] of [...pairs(chunks), ...pairs(long)]) expect(second.start).toBeGreaterThan(first.start);
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
