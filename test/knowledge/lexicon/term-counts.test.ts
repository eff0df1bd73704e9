import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { buildLexicon } from '../../../src/knowledge/lexicon/lexicon.ts';
import { TermCounts } from '../../../src/knowledge/lexicon/term-counts.ts';

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
