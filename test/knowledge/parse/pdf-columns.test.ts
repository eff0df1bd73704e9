import { describe, expect, it } from 'vitest';
import { readingOrder } from '../../../src/knowledge/parse/pdf/columns.ts';
import type { Fragment } from '../../../src/knowledge/parse/pdf/fragments.ts';

const line = (text: string, left: number, right: number, top: number): Fragment => {
  return {
    text,
    left,
    right,
    top,
    bottom: top - 10,
    hyphenated: false,
    bold: false,
    spaceBefore: false,
    spaceAfter: false,
  };
};
const texts = (fragments: readonly Fragment[]) =>
  readingOrder(fragments).map((region) => region.map(({ text }) => text.split(' ')[0]));

/** Lines of a column from the top down. */
function column(name: string, { left, right, from = 700 }: { left: number; right: number; from?: number }) {
  return Array.from({ length: 5 }, (_, at) => line(`${name}${at} a line of running text`, left, right, from - at * 12));
}

describe('the reading order of a page', () => {
  const left = column('l', { left: 50, right: 280 });
  const right = column('r', { left: 310, right: 550 });

  it('goes down one column after the other, also where lines come across the page', () => {
    const across = left.flatMap((each, at) => [each, right[at] ?? each]);
    expect(texts(across)).toEqual([left, right].map((lines) => lines.map(({ text }) => text.split(' ')[0])));
  });

  it('has what spans the columns between what stands above and below it, and loses nothing', () => {
    const below = [column('x', { left: 50, right: 280, from: 600 }), column('y', { left: 310, right: 550, from: 600 })];
    const title = line('title over both columns of the page', 60, 540, 720);
    const figure = line('figure in the middle of the page', 60, 540, 626);
    const all = [...below.flat(), figure, ...right, ...left, title];
    expect(texts(all).map(([first]) => first)).toEqual(['title', 'l0', 'r0', 'figure', 'x0', 'y0']);
    expect(texts(all).flat()).toHaveLength(all.length);
  });

  it('is row by row in a table, whose cells are short', () => {
    const cells = Array.from({ length: 8 }, (_, at) => [
      line(`Item${at}`, 50, 90, 700 - at * 12),
      line(`${at}.00`, 310, 340, 700 - at * 12),
    ]).flat();
    expect(readingOrder(cells)).toEqual([cells]);
  });

  it('is found on a page of any size', () => {
    const far = column('far', { left: 8e17, right: 9e17 });
    expect(texts([...left, ...far]).map(([first]) => first)).toEqual(['l0', 'far0']);
  });

  const narrow = (name: string, at: { left: number; right: number; words: string; size?: number }) =>
    Array.from({ length: 10 }, (_, row) =>
      line(
        `${row % 4 === 0 ? name : name.toLowerCase()}${row} ${at.words}`,
        at.left,
        at.right,
        700 - row * (at.size ?? 12),
      ),
    );

  it('goes down columns of two words a line, which go on from line to line', () => {
    const columns = ['A', 'B', 'C'].map((name, at) =>
      narrow(name, { left: 50 + at * 100, right: 135 + at * 100, words: 'word' }),
    );
    const across = Array.from({ length: 10 }, (_, row) => columns.flatMap((lines) => lines[row] ?? [])).flat();
    expect(texts(across)).toEqual(columns.map((lines) => lines.map(({ text }) => text.split(' ')[0])));
  });

  it('reads an address beside a text after it, and the cells beside it with it', () => {
    const text = narrow('T', { left: 50, right: 300, words: 'a line of running text' });
    const address = narrow('Ä', { left: 400, right: 450, words: '', size: 15 });
    expect(texts([...text, ...address])).toHaveLength(2);
    const cells = narrow('Ä', { left: 400, right: 450, words: '' });
    expect(texts([...text, ...cells])).toHaveLength(1);
  });
});
