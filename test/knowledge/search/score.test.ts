import { describe, expect, it } from 'vitest';
import type { CorpusStatistics } from '../../../src/knowledge/search/corpus.ts';
import { scorerOf } from '../../../src/knowledge/search/score.ts';

const corpus = {
  chunks: 1_000,
  meanTerms: 10,
  counts: new Map([
    ['payment', 20],
    ['term', 50],
    ['acme', 3],
    ['company', 600],
    ['payer', 30],
    ['terminal', 5],
  ]),
  kin: new Map([
    ['payment', ['payer']],
    ['term', ['terminal']],
  ]),
};
const score = (query: string, text: string, head = '', statistics: CorpusStatistics = corpus) =>
  scorerOf(
    query.split(' '),
    statistics,
  )({
    terms: [...head.split(' '), ...text.split(' ')].filter(Boolean),
    headTerms: head.split(' ').filter(Boolean).length,
  });
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

  it('is higher for terms of one passage, whatever their order, than for the same terms far apart', () => {
    const apart = Array.from({ length: 15 }, (_, at) => `w${at}`).join(' ');
    const inside = score('payment acme term', `acme x term x payment ${apart}`);
    expect(inside).toBeGreaterThan(score('payment acme term', `acme ${apart} term payment x x`));
  });

  it('has no passage of a heading and the text below it', () => {
    const near = score('payment acme', `x x x x x acme ${filler} ${filler}`, 'payment');
    expect(near).toBe(score('payment acme', `x x x x x ${filler} ${filler} acme`, 'payment'));
  });

  it('is something for kin of a term, and less than for the term', () => {
    const kin = score('payment', `payer ${filler}`);
    expect(kin).toBeGreaterThan(0);
    expect(kin).toBeLessThan(score('payment', `payment ${filler}`));
    expect(score('payment', `payer ${filler}`, '', { ...corpus, kin: new Map() })).toBe(0);
  });

  it('is higher for a term with kin than for the term alone', () => {
    expect(score('payment', `payment payer ${filler}`)).toBeGreaterThan(score('payment', `payment x ${filler}`));
  });

  it('takes kin for no rarer than the term of the query', () => {
    const rare = score('term', `terminal ${filler}`);
    const counts = new Map([...corpus.counts, ['terminal', 50]] as const);
    expect(rare).toBe(score('term', `terminal ${filler}`, '', { ...corpus, counts }));
  });

  it('counts a term of the query as itself where it is kin of another one', () => {
    expect(score('term terminal', `terminal ${filler}`)).toBe(
      score('term terminal', `terminal ${filler}`, '', { ...corpus, kin: new Map() }),
    );
  });

  it('does not rise for a term that the query does not have', () => {
    expect(score('payment acme', 'payment acme')).toBe(score('payment acme', 'payment acme'));
    expect(score('payment acme', 'payment acme term')).toBeLessThan(score('payment acme', 'payment acme'));
  });
});
