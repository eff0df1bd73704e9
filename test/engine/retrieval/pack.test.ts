import { describe, expect, it } from 'vitest';
import type { Hit } from '../../../src/engine/ports/knowledge.ts';
import { packHits } from '../../../src/engine/retrieval/pack.ts';

function hit(id: string, score: number, { contextSlug = 'a', start = 0, length = 100 } = {}): Hit {
  const chunk = {
    id,
    contextSlug,
    sourceId: `src_${id.charAt(0)}`,
    sourcePath: `${id.charAt(0)}.md`,
    headingPath: [],
    start,
    end: start + length,
    pages: [],
    ordinal: 0,
    text: 'x'.repeat(length),
  };
  return { chunk, score, foundBy: ['keyword'] };
}

const ids = (hits: readonly Hit[], passages = 3, chars = 10_000) =>
  packHits(hits, { passages, chars }).map(({ chunk }) => chunk.id);

describe('Packing', () => {
  it('keeps the order, best first', () => {
    expect(ids([hit('p', 2), hit('q', 1)])).toEqual(['p', 'q']);
  });

  it('drops a window that mostly repeats a better one', () => {
    expect(ids([hit('p1', 3), hit('p2', 2, { start: 20 }), hit('p3', 1, { start: 80 })])).toEqual(['p1', 'p3']);
  });

  it('keeps the best hit of every context', () => {
    const hits = [hit('p', 9), hit('q', 8), hit('r', 7), hit('s', 1, { contextSlug: 'b' })];
    expect(ids(hits)).toEqual(['p', 'q', 's']);
  });

  it('stays within its characters, but always takes something', () => {
    expect(ids([hit('p', 3, { length: 500 }), hit('q', 2), hit('r', 1, { length: 10 })], 3, 520)).toEqual(['p', 'r']);
  });
});
