import { assert, constantFrom, property, string, tuple } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findDefinitions } from '../../../src/knowledge/artifacts/definitions/find-definitions.ts';
import { parseHtml } from '../../../src/knowledge/parse/html.ts';
import { parseMarkdown } from '../../../src/knowledge/parse/markdown.ts';
import { parsePlainText } from '../../../src/knowledge/parse/plain-text.ts';
import { cpuTime } from '../../support/cpu-time.ts';

/** Terms of a Markdown text, each with the words that define it. */
function definitionsOf(markdown: string): Readonly<Record<string, string>> {
  const document = parseMarkdown(markdown);
  return Object.fromEntries(
    findDefinitions(document).map(({ term, start, end }) => [term, document.text.slice(start, end)]),
  );
}

describe('a term is found', () => {
  it.each([
    ['“Client” means Acme Corp.', 'Client'],
    ['"Confidential Information" shall mean what is marked as such.', 'Confidential Information'],
    ['As used in this agreement, the term "Site" refers to the place of work.', 'Site'],
    ['**Churn** is defined as the share of customers lost.', 'Churn'],
    ['"Affiliate", in relation to a party, means whoever controls it.', 'Affiliate'],
    ['"Term" has the meaning given in Section 4.', 'Term'],
    ['Net revenue shall mean gross revenue without refunds.', 'Net revenue'],
    ['„Leistung“ bezeichnet jede vertragliche Lieferung.', 'Leistung'],
    ['« Fournisseur » désigne la société qui livre.', 'Fournisseur'],
    ['On entend par « Prestations » les services décrits.', 'Prestations'],
    ['"Cliente" significa la empresa que firma.', 'Cliente'],
    ['Unter „Frist“ versteht man den Zeitraum bis zur Lieferung.', 'Frist'],
    ['“客户”是指签署本协议的公司。', '客户'],
    ['「顧客」とは、本契約に署名した会社をいう。', '顧客'],
    ['**Backlog**: orders that are signed and not delivered.', 'Backlog'],
    ['- **Churn rate** – the share of customers that left within a month', 'Churn rate'],
    ['Churn\n: the share of customers that left', 'Churn'],
  ])('with the sentence that defines it: %s', (sentence, term) => {
    const bare = sentence.replace(/^- /, '');
    expect(definitionsOf(`# Terms of use\n\nBefore it. \n\n${sentence}\n\nAnd after it.`)).toEqual({ [term]: bare });
  });

  it.each([
    [
      'Between Halden Analytics, Inc. ("Halden") and Acme Corp (the “Client”).',
      {
        Halden: 'Between Halden Analytics, Inc. ("Halden")',
        Client: 'Acme Corp (the “Client”)',
      },
    ],
    [
      'It is made by Acme GmbH (hereinafter referred to as the "Supplier") today.',
      {
        Supplier: 'It is made by Acme GmbH (hereinafter referred to as the "Supplier")',
      },
    ],
    ['A Service Level Agreement (SLA) is signed.', { SLA: 'Service Level Agreement (SLA)' }],
    ['We looked at the Bank of England (BoE) and at it (IT).', {}],
  ])('in parentheses: %s', (sentence, terms) => {
    expect(definitionsOf(sentence)).toEqual(terms);
  });

  it('among others in one sentence, each with its own words', () => {
    const text = '(a) "Fee" means the price; (b) "Cap" means the highest price; and (c) "Floor" means the lowest.';
    expect(definitionsOf(text)).toEqual({
      Fee: '"Fee" means the price; (b)',
      Cap: '"Cap" means the highest price; and (c)',
      Floor: '"Floor" means the lowest.',
    });
  });

  it('below a heading that says so: labels, headings of their own, rows of a table', () => {
    const glossary = [
      '# Glossary',
      '',
      'ARR: what subscribers pay in a year',
      '',
      '- Churn - who left',
      '',
      '## Net retention',
      '',
      'What last year’s customers pay today.',
      '',
      '# Abbreviations',
      '',
      '| Term | Meaning |',
      '| --- | --- |',
      '| EBITDA | Earnings before interest, tax, depreciation and amortisation |',
    ].join('\n');
    expect(definitionsOf(glossary)).toEqual({
      ARR: 'ARR: what subscribers pay in a year',
      Churn: 'Churn - who left',
      'Net retention': 'What last year’s customers pay today.',
      EBITDA: 'EBITDA | Earnings before interest, tax, depreciation and amortisation',
    });
  });
});

describe('a definition list of a page', () => {
  it('says which words are terms, whatever its definitions are made of', () => {
    const html =
      '<dl><dt>ARR</dt><dd>What subscribers pay.</dd><dt><b>Churn</b></dt><dd><p>Who left.</p><p>More of it.</p></dd>' +
      '<dt>Empty</dt><dd></dd></dl><p>After the list.</p>';
    const document = parseHtml(html);
    const found = findDefinitions(document).map(({ term, start, end }) => [term, document.text.slice(start, end)]);
    expect(found).toEqual([
      ['ARR', 'What subscribers pay.'],
      ['Churn', 'Who left.'],
    ]);
    expect(document.text).toBe(
      'ARR\n\nWhat subscribers pay.\n\nChurn\n\nWho left.\n\nMore of it.\n\nEmpty\n\nAfter the list.',
    );
  });
});

describe('no term is found', () => {
  it.each([
    'He said "no" and left.',
    'The word "means" is a verb.',
    '**Note**: this does not apply to renewals in any case.',
    '**Owner**: Ines Kaplan',
    'Call `decode("utf-8")` first.',
    'See https://example.com/a(b) and Section 4 (a).',
    'Ratio: 3 to 1 in favour of the motion that was read.',
  ])('in %s', (text) => {
    expect(definitionsOf(text)).toEqual({});
  });
});

const pieces = constantFrom(
  '"Client" means ',
  '“X” shall mean ',
  ' (the "Party")',
  '**Bold**: ',
  '\n\n# Glossary\n\n',
  'Term: what it is. ',
  '| Term | Meaning |\n| --- | --- |\n| a | b |\n\n',
  'Service Level Agreement (SLA)',
  '」「',
  '"',
  '(',
  ')',
  '\n',
  '. ',
  ' – ',
  '一二三是指',
  '😀',
);
const texts = tuple(pieces, string({ unit: 'grapheme' }), pieces, pieces, string(), pieces).map((parts) =>
  parts.join(''),
);

describe('whatever a document holds', () => {
  it('a definition is a stretch of it, bounded, that begins and ends with a character', () => {
    assert(
      property(texts, constantFrom(parseMarkdown, parsePlainText, parseHtml), (text, parse) => {
        const document = parse(text);
        for (const { term, start, end } of findDefinitions(document)) {
          const words = document.text.slice(start, end);
          expect(start).toBeGreaterThanOrEqual(0);
          expect(end).toBeLessThanOrEqual(document.text.length);
          expect(words.trim()).toBe(words);
          expect(words.length).toBeGreaterThan(0);
          expect(words.length).toBeLessThanOrEqual(600);
          expect(term).toMatch(/\p{L}/u);
          expect(term.length).toBeLessThanOrEqual(80);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('is looked through in time, however it is built', () => {
    const hostile = [
      '"'.repeat(200_000),
      '('.repeat(200_000),
      '**'.repeat(100_000),
      '"a" '.repeat(100_000),
      `${'A '.repeat(100_000)}(AAAAAAAAAA)`,
      '- a: b\n'.repeat(50_000),
      '“a” (b) '.repeat(50_000),
      ', a'.repeat(100_000),
      `("${'a '.repeat(100_000)}`,
    ];
    for (const text of hostile) {
      expect(cpuTime(() => findDefinitions(parsePlainText(text)))).toBeLessThan(5_000);
    }
  });
});
