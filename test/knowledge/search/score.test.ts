import { describe, expect, it } from 'vitest';
import { scoreChunk } from '../../../src/knowledge/search/score.ts';

const corpus = {
  chunks: 1_000,
  meanTerms: 10,
  counts: new Map([
    ['payment', 20],
    ['term', 50],
    ['acme', 3],
    ['company', 600],
  ]),
};
const score = (query: string, text: string, head = '') =>
  scoreChunk(
    query.split(' '),
    {
      terms: [...head.split(' '), ...text.split(' ')].filter(Boolean),
      headTerms: head.split(' ').filter(Boolean).length,
    },
    corpus,
  );
const filler = 'a b c d e f g h';

describe('the score of a chunk', () => {
  it('is nothing without a common term', () => {
    expect(score('payment', filler)).toBe(0);
  });

  it('is higher for the rarer term', () => {
    expect(score('acme company', `acme ${filler}`)).toBeGreaterThan(score('acme company', `company ${filler}`));
  });

  it('is higher for the shorter chunk', () => {
    expect(score('acme', `acme ${filler}`)).toBeGreaterThan(score('acme', `acme ${filler} ${filler}`));
  });

  it('grows with repetition, by less each time', () => {
    const times = [1, 2, 3].map((count) => score('acme', `${'acme '.repeat(count)}${filler.slice(0, -2 * count)}`));
    const [once = 0, twice = 0, thrice = 0] = times;
    expect(twice).toBeGreaterThan(once);
    expect(thrice - twice).toBeLessThan(twice - once);
  });

  it('is higher for a term in the heading than for one in the text', () => {
    expect(score('payment', `x ${filler}`, 'payment')).toBeGreaterThan(score('payment', `payment ${filler}`, 'x'));
  });

  it('is higher for terms that stand together as they were asked for', () => {
    const together = score('payment term', `payment term ${filler}`);
    expect(together).toBeGreaterThan(score('payment term', `payment ${filler} term`));
    expect(together).toBeGreaterThan(score('payment term', `term payment ${filler}`));
  });

  it('does not rise for a term that the query does not have', () => {
    expect(score('payment acme', 'payment acme')).toBe(score('payment acme', 'payment acme'));
    expect(score('payment acme', 'payment acme term')).toBeLessThan(score('payment acme', 'payment acme'));
  });
});
