import { describe, expect, it } from 'vitest';
import { type Candidate, select } from '../../../src/knowledge/search/select.ts';

const candidate = (name: string, score: number, contextSlug = 'a', words = name): Candidate => ({
  score,
  contextSlug,
  sourcePath: name,
  ordinal: 0,
  terms: words.split(' '),
});
const names = (candidates: readonly Candidate[]) => candidates.map(({ sourcePath }) => sourcePath);

describe('the selection', () => {
  it('is the best, best first, in the same order whatever the order they come in', () => {
    const candidates = [candidate('x', 1), candidate('z', 3), candidate('y', 1), candidate('none', 0)];
    expect(names(select(candidates, 3))).toEqual(['z', 'x', 'y']);
    expect(names(select(candidates.toReversed(), 3))).toEqual(['z', 'x', 'y']);
  });

  it('has only the best of those that say the same', () => {
    const text = Array.from({ length: 40 }, (_, index) => `word${index}`).join(' ');
    const copies = [
      candidate('copy', 2, 'b', `${text} page`),
      candidate('original', 3, 'a', text),
      candidate('other', 1),
    ];
    expect(names(select(copies, 5))).toEqual(['original', 'other']);
  });

  it('hears a context that has something comparable to say', () => {
    const loud = Array.from({ length: 5 }, (_, index) => candidate(`loud${index}`, 10 - index / 10));
    expect(names(select([...loud, candidate('quiet', 8, 'b')], 3))).toEqual(['loud0', 'loud1', 'quiet']);
    expect(names(select([...loud, candidate('weak', 3, 'b')], 3))).toEqual(['loud0', 'loud1', 'loud2']);
  });

  it('never takes the best hit away for the sake of balance', () => {
    expect(names(select([candidate('best', 10), candidate('next', 9, 'b')], 1))).toEqual(['best']);
  });
});
