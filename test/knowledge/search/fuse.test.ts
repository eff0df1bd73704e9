import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fuse, toMeanings } from '../../../src/knowledge/search/fuse.ts';

describe('fused scores', () => {
  it('are between 0 and 1, and follow one signal alone at the ends of the weight', () => {
    const signals = fc.array(
      fc.record({
        words: fc.double({ min: 0, max: 100, noNaN: true }),
        meaning: fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { nil: undefined }),
      }),
      { minLength: 1 },
    );
    fc.assert(
      fc.property(signals, fc.double({ min: 0, max: 1, noNaN: true }), (candidates, weight) => {
        for (const score of fuse(candidates, weight)) {
          expect(score).toBeGreaterThanOrEqual(0);
          expect(score).toBeLessThanOrEqual(1 + 1e-9);
        }
        const best = Math.max(...candidates.map(({ words }) => words));
        fuse(candidates, 0).forEach((score, at) => {
          expect(score).toBeCloseTo(best > 0 ? (candidates[at]?.words ?? 0) / best : 0, 9);
        });
      }),
    );
  });

  it('let a strong meaning outweigh weak words, by weight', () => {
    const candidates = [
      { words: 10, meaning: 0 },
      { words: 4, meaning: 1 },
    ];
    const [word = 0, meant = 0] = fuse(candidates, 0.5);
    expect(meant).toBeGreaterThan(word);
    const [still = 0, less = 0] = fuse(candidates, 0.2);
    expect(still).toBeGreaterThan(less);
  });

  it('neither favour nor punish a context without vectors', () => {
    const scores = fuse(
      [
        { words: 10, meaning: 0.8 },
        { words: 10, meaning: undefined },
        { words: 2, meaning: undefined },
      ],
      0.4,
    );
    expect(scores[1]).toBeCloseTo(scores[0] ?? 0, 9);
    expect(scores[2]).toBeLessThan(scores[0] ?? 0);
  });
});

it('the meanings of a list run from 1 for its first to 0 for its last, however near they all are', () => {
  expect(toMeanings([0.91, 0.905, 0.9])).toEqual([1, expect.closeTo(0.5, 6), 0]);
  expect(toMeanings([0.7])).toEqual([1]);
  expect(toMeanings([])).toEqual([]);
});
