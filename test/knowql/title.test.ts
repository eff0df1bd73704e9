import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_TITLE_LENGTH, titleOf } from '../../src/knowql/title.ts';

describe('titleOf', () => {
  it.each([
    ['What are the payment terms? And who signed?', 'What are the payment terms?'],
    ['  Compare\n Q3\trevenue  ', 'Compare Q3 revenue'],
    ['支付条款是什么？谁签的？', '支付条款是什么？'],
    [
      'Which of the supplier agreements signed in the last quarter allow either party to terminate without cause',
      'Which of the supplier agreements signed in the last quarter allow either party…',
    ],
    ['x'.repeat(200), `${'x'.repeat(79)}…`],
    ['👍'.repeat(200), `${'👍'.repeat(39)}…`],
  ])('of %j is %j', (ask, title) => {
    expect(titleOf(ask)).toBe(title);
  });

  it('is never longer than a list has room for, never empty, never half a character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 600 }), (ask) => {
        fc.pre(ask.trim() !== '');
        const title = titleOf(ask);
        expect(title.length).toBeGreaterThan(0);
        expect(title.length).toBeLessThanOrEqual(MAX_TITLE_LENGTH);
        expect(title).not.toMatch(/\p{Surrogate}/u);
      }),
    );
  });
});
