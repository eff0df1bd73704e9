import { describe, expect, it } from 'vitest';
import { MAX_TERMS, queryTerms } from '../../../src/knowledge/analysis/query-terms.ts';
import { termsOf } from '../../../src/knowledge/analysis/terms.ts';

describe('the terms of a text', () => {
  it('are stemmed, in lower case, without stop words', () => {
    expect(termsOf('The Invoices were payable, and are being paid.', 'en')).toEqual(
      termsOf('invoice payable paid', 'en'),
    );
  });

  it('are the same for compatibility forms of the same letters', () => {
    expect(termsOf('ﬁnal Ｎｅｔ ３０', 'en')).toEqual(termsOf('final net 30', 'en'));
  });

  it('treat a word by its script, whatever the language of the text', () => {
    expect(termsOf('платежи', 'en')).toEqual(termsOf('платежами', 'de'));
  });

  it('find the words of scripts that are written without spaces', () => {
    expect(termsOf('付款条件是三十天', 'en')).toContain('付款');
    expect(termsOf('ภาษาไทยเขียนติดกัน', 'en').length).toBeGreaterThan(1);
  });

  it('keep numbers beside such words apart from them', () => {
    expect(termsOf('只丢了308分', 'en')).toContain('308');
  });

  it('drop what is longer than any word', () => {
    expect(termsOf(`start ${'a'.repeat(5_000)} end`, 'en')).toEqual(['start', 'end']);
  });

  it('never hold white space, so that they can be stored separated by it', () => {
    const text = 'Non\u00a0breaking \u3000 ideographic\u2028separator don’t it’s l’été';
    expect(termsOf(text, 'fr').every((term) => term !== '' && !/\s/.test(term))).toBe(true);
  });
});

describe('the terms of a query', () => {
  it('are given for each language of the index', () => {
    const { byLanguage } = queryTerms('Zahlungen', ['de', 'en']);
    expect(byLanguage.get('de')).toEqual(termsOf('Zahlung', 'de'));
    expect(byLanguage.get('en')).toEqual(termsOf('zahlungen', 'en'));
  });

  it('leave out the stop words of the language that was spoken, also for chunks of another', () => {
    expect(queryTerms('What is the Zahlungsfrist?', ['de', 'en']).byLanguage.get('de')).toEqual(
      termsOf('Zahlungsfrist', 'de'),
    );
  });

  it('are bounded for a pasted document, and keep its beginning, its end and what it repeats', () => {
    const middle = Array.from({ length: 20_000 }, (_, index) => `filler${index}`).join(' ');
    const { all } = queryTerms(`renewal ${middle} ${'indemnity '.repeat(9)} ${middle} termination`, ['en']);
    expect(all.length).toBeLessThanOrEqual(MAX_TERMS);
    expect(all).toEqual(expect.arrayContaining(termsOf('renewal indemnity termination', 'en')));
  });
});
