import { describe, expect, it } from 'vitest';
import type { Passage } from '../../../src/engine/ports/compose.ts';
import { CitationList } from '../../../src/engine/synthesis/citations.ts';

function passage(number: number, text: string, start = 0, sourcePath = 'a.md'): Passage {
  const chunk = {
    id: `chk_${number}`,
    contextSlug: 'docs',
    sourceId: 'src_1',
    sourcePath,
    headingPath: ['Top', 'Sub'],
    start,
    end: start + text.length,
    pages: [3],
    ordinal: number,
    text,
  };
  return { number, hit: { chunk, score: 1, foundBy: ['keyword'] } };
}

const part = (number: number, start: number, end: number) =>
  ({ kind: 'citation', passage: number, start, end, score: 0.5 }) as const;

describe('Citations', () => {
  it('leave out passages that do not exist, and count them', () => {
    const list = new CitationList([passage(1, 'one'), passage(2, 'two')], false);
    for (const number of [5, 7, 0, -1, 2]) list.add(part(number, 0, 3));
    expect(list.toArray().map(({ grounding }) => grounding)).toEqual(['two']);
    expect(list.dropped).toBe(4);
  });

  it('name a passage without a span once, and none that was not retrieved', () => {
    const list = new CitationList([passage(1, 'one')], false);
    for (const number of [1, 1, 4]) list.refer({ kind: 'reference', passage: number });
    expect(list.toArray()).toEqual([
      { source: 'a.md', sectionPath: 'Top › Sub', sectionPaths: [['Top', 'Sub']], pages: [3], kind: 'chunk' },
    ]);
    expect(list.dropped).toBe(1);
  });

  it('leave out spans that do not stand in the passage', () => {
    const list = new CitationList([passage(1, 'one 😀 two')], false);
    const spans = [
      [-1, 2],
      [2, 2],
      [3, 99],
      [0.5, 2],
      [3, 4],
      [0, 5],
    ] as const;
    for (const [start, end] of spans) list.add(part(1, start, end));
    expect(list.toArray()).toEqual([]);
    expect(list.dropped).toBe(spans.length);
  });

  it('come in the order of their first use, each place in a source once', () => {
    const overlapping = [passage(1, 'first. second.', 100), passage(2, 'second. third.', 107)];
    const list = new CitationList(overlapping, false);
    list.add(part(1, 7, 14));
    list.add(part(2, 0, 7));
    list.add(part(1, 0, 6));
    expect(list.toArray().map(({ grounding }) => grounding)).toEqual(['second.', 'first.']);
  });

  it('carry section, pages and, on request, the context', () => {
    const list = new CitationList([passage(1, 'one')], true);
    list.add(part(1, 0, 3));
    expect(list.toArray()).toEqual([
      {
        source: 'a.md',
        sectionPath: 'Top › Sub',
        sectionPaths: [['Top', 'Sub']],
        pages: [3],
        score: 0.5,
        grounding: 'one',
        kind: 'chunk',
        extensions: { context: 'docs' },
      },
    ]);
  });
});
