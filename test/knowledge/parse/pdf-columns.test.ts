import { describe, expect, it } from 'vitest';
import { readingOrder } from '../../../src/knowledge/parse/pdf/columns.ts';
import type { Fragment } from '../../../src/knowledge/parse/pdf/fragments.ts';

const line = (text: string, left: number, right: number, top: number): Fragment => {
  return { text, left, right, top, bottom: top - 10, hyphenated: false, bold: false };
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
});
