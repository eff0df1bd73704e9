import { describe, expect, it } from 'vitest';
import { parsePlainText } from '../../../src/knowledge/parse/plain-text.ts';

const paths = (text: string) => parsePlainText(text).sections.map(({ headingPath }) => headingPath.join(' › '));

describe('plain text', () => {
  it.each([
    ['4.2 Payment terms', '\nInvoices are due.'],
    ['§ 4.2 Fees', '\nInvoices are due.'],
    ['§4.2', '\nInvoices are due.'],
    ['ARTICLE III', '\n\nInvoices are due.'],
    ['Section 7. Notices', '\n\nBy post.'],
    ['3. Term', '\n\nTwo years.'],
    ['CONFIDENTIAL INFORMATION', '\n\nAll of it.'],
  ])('takes "%s" for a heading', (heading, rest) => {
    expect(paths(`Preamble.\n\n${heading}${rest}`)).toEqual(['', heading]);
  });

  it.each([
    '1. Buy milk\n2. Buy bread',
    'It was in 1999\nthat the parties met.',
    '4.2 percent of all cases were settled.',
    'Section 7 applies, as the parties agreed in writing when they met in London last year.',
    'NASA launched it.',
    '2021 was a good year for the company and its shareholders, who received a dividend.',
  ])('takes no heading from: %s', (text) => {
    expect(paths(`Preamble.\n\n${text}\n\nMore.`)).toEqual(['']);
  });

  it('nests numbered headings by their depth', () => {
    expect(paths('ARTICLE I\n\n1.1 Fees\n\nTen.\n\n1.1.2 Late Fees\n\nTwo.\n\nARTICLE II\n\nTerm.')).toEqual([
      'ARTICLE I',
      'ARTICLE I › 1.1 Fees',
      'ARTICLE I › 1.1 Fees › 1.1.2 Late Fees',
      'ARTICLE II',
    ]);
  });

  it('reads the heading that a numbered clause begins with', () => {
    expect(paths('1.1 Payment Terms. The customer shall pay within thirty days.')).toEqual(['1.1 Payment Terms']);
  });

  it('separates paragraphs at empty lines of any kind', () => {
    const text = 'one\nstill one\r\n\r\ntwo\n \t\nthree\r\rfour';
    const { sections } = parsePlainText(text);
    expect(sections.flatMap(({ blocks }) => blocks.map(({ start, end }) => text.slice(start, end)))).toEqual([
      'one\nstill one',
      'two',
      'three',
      'four',
    ]);
  });
});
