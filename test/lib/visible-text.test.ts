import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { cutText, visibleText } from '../../src/lib/visible-text.ts';

it('Visible text has one kind of line break and nothing that hides', () => {
  expect(visibleText('a\r\nb\rc\u2028d\u2029e\u0085f\vg\fh')).toBe('a\nb\nc\nd\ne\nf\ng\nh');
  expect(visibleText('pay\u200bment\u202e \u{e0049}\u{e0067}ok\u0007\ufeff\u2066')).toBe('payment ok');
});

it('Visible text keeps what scripts and emoji are written with', () => {
  for (const text of ['👩‍👩‍👧 ❤️', 'می‌خواهم', '日本語\tтекст', 'e\u0301']) expect(visibleText(text)).toBe(text);
});

it('A cut text is within its limit, never halves a pair, and says that it was cut', () => {
  expect(cutText('short', 5)).toBe('short');
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), fc.integer({ min: 2, max: 40 }), (text, limit) => {
      const cut = cutText(text, limit);
      expect(cut.length).toBeLessThanOrEqual(limit);
      expect(/\p{Surrogate}/u.test(cut)).toBe(false);
      expect(cut === text || cut.endsWith(' …')).toBe(true);
    }),
  );
});
