import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { buildLexicon } from '../../../src/knowledge/lexicon/lexicon.ts';
import { TermCounts, toStoredTermCounts } from '../../../src/knowledge/lexicon/term-counts.ts';

it('the counts of terms are those of a count by hand, in any script', () => {
  const term = fc.constantFrom<string>('fee', 'fees', 'f', '手数料', 'плата', 'ค่า', '𝒶', 'constructor', 'zz', '\uffff');
  fc.assert(
    fc.property(fc.array(fc.array(term, { minLength: 1 })), fc.string(), (chunks, other) => {
      const counts = new TermCounts(
        buildLexicon(
          chunks.map((terms) => terms.join(' ')),
          undefined,
        ).counts,
      );
      for (const wanted of ['fee', 'fees', 'f', '手数料', 'плата', '𝒶', 'constructor', '\uffff', other]) {
        expect(counts.of(wanted)).toBe(chunks.filter((terms) => terms.includes(wanted)).length);
      }
    }),
  );
});

it('the terms that begin alike are found with their counts, in any script', () => {
  const terms = ['fee', 'fees', 'feed', 'f', 'fx', 'плата', 'платеж', '手数料', '手数', '\uffff', 'constructor'];
  fc.assert(
    fc.property(fc.uniqueArray(fc.constantFrom(...terms)), fc.string(), (kept, other) => {
      const counts = new TermCounts(toStoredTermCounts(new Map(kept.map((term, at) => [term, at + 1]))));
      for (const beginning of ['f', 'fe', 'fees', 'fz', 'плат', '手', '\uffff', 'zz', other]) {
        const expected = kept
          .filter((term) => term.startsWith(beginning))
          .map((term) => [term, kept.indexOf(term) + 1]);
        expect(counts.tryStartingWith(beginning, kept.length)).toEqual(new Map(expected as [string, number][]));
        expect(counts.tryStartingWith(beginning, expected.length)?.size).toBe(expected.length);
      }
    }),
  );
});

it('terms that begin alike are not told when they are more than asked for', () => {
  const counts = new TermCounts(
    toStoredTermCounts(new Map(['part', 'party', 'parts', 'zebra'].map((term) => [term, 1]))),
  );
  expect(counts.tryStartingWith('part', 3)?.size).toBe(3);
  expect(counts.tryStartingWith('part', 2)).toBeUndefined();
  expect(counts.tryStartingWith('zeb', 1)?.size).toBe(1);
  expect(counts.tryStartingWith('zeb', 0)).toBeUndefined();
});
