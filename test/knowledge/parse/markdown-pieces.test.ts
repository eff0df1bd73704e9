import { describe, expect, it } from 'vitest';
import { markdownPieces } from '../../../src/knowledge/parse/markdown-pieces.ts';

const PARAGRAPH = `${'Words of a paragraph. '.repeat(20)}\n\n`;
const SECTION = `## A heading\n\n${PARAGRAPH.repeat(40)}`;
/** Longer than a piece ever is. */
const LONG = SECTION.repeat(20);

const beginnings = (text: string) =>
  [...markdownPieces(text)].slice(1).map((piece) => piece.text.slice(0, piece.text.indexOf('\n')));

describe('pieces of Markdown', () => {
  it.each([
    ['of sections', LONG],
    ['without a heading', PARAGRAPH.repeat(800)],
    ['with Windows line ends', LONG.replaceAll('\n', '\r\n')],
    ['that is short', '# Title\n\nWords.'],
    ['that is empty', ''],
  ])('are the whole of a text %s, one after the other', (_, text) => {
    let end = 0;
    for (const piece of markdownPieces(text)) {
      expect(piece.start).toBe(end);
      expect(text.slice(piece.start, piece.start + piece.text.length)).toBe(piece.text);
      end += piece.text.length;
    }
    expect(end).toBe(text.length);
  });

  it('begin with headings', () => {
    expect(new Set(beginnings(LONG))).toEqual(new Set(['## A heading']));
  });

  it('begin with a paragraph where no heading comes', () => {
    expect(beginnings(PARAGRAPH.repeat(800)).every((line) => line.startsWith('Words'))).toBe(true);
    expect(beginnings(PARAGRAPH.repeat(800)).length).toBeGreaterThan(1);
  });

  it.each([
    ['a fence', '```text\n', '```\n'],
    ['a longer fence around another', '~~~~\n~~~\n', '~~~~\n'],
    ['a comment', '<!-- left out:\n\n', '-->\n'],
    ['a comment that opens where another closes', '<!-- a --> <!-- b\n\n', '-->\n'],
  ])('do not begin within %s', (_, opens, closes) => {
    const after = '# After\n\n';
    const inside = [...markdownPieces(`${opens}${LONG}${closes}\n${after}${LONG}`)];
    expect(inside[1]?.text.startsWith(after)).toBe(true);
  });

  it('are found in time where a comment never ends', () => {
    const text = `<!--\n\n${'# Heading\n\n'.repeat(200_000)}`;
    const { user } = process.cpuUsage();
    expect([...markdownPieces(text)]).toHaveLength(1);
    expect(process.cpuUsage().user - user).toBeLessThan(5_000_000);
  });
});
