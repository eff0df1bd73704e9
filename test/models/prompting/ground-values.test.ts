import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../../src/lib/json.ts';
import { groundValues } from '../../../src/models/prompting/ground-values.ts';
import { passage, spanOf } from './support/passages.ts';

function quotes(value: JsonValue, ...texts: readonly string[]): readonly string[] {
  const passages = texts.map((text, at) => passage(at + 1, text));
  return groundValues(value, passages).map((part) => (part.kind === 'citation' ? spanOf(passages, part) : part.kind));
}

describe('The values of a shaped answer', () => {
  it.each([
    ['a number with separators', { amount: 1_200_000.5 }, 'The amount is USD 1,200,000.50 in all.'],
    ['a number in the other custom', { betrag: 1_200_000.5 }, 'Der Betrag ist 1.200.000,50 EUR.'],
    ['a number with narrow spaces', { montant: 1_200_000 }, 'Le montant est de 1\u202f200\u202f000 €.'],
    ['a number in millions', { revenue: 4_200_000 }, 'Revenue was $4.2 million.'],
    ['a share of a percentage', { rate: 0.015 }, 'The rate is 1.5% a month.'],
    ['a negative number', { change: -3.2 }, 'The change was −3.2 points.'],
    ['a day', { signed: '2024-03-15' }, 'Signed on March 15, 2024.'],
    ['a day with its number first', { signed: '2024-03-15' }, 'Signed on the 15th of March 2024.'],
    ['a day in figures', { signed: '2024-03-15' }, 'Signed 15.03.2024.'],
    ['a day in German', { datum: '2024-03-05' }, 'Datum: 5. März 2024'],
    ['a day in Russian', { date: '2024-03-05' }, 'Подписано 5 марта 2024 года.'],
    ['a day in Japanese', { date: '2024-03-05' }, '署名日は2024年3月5日です。'],
    ['a moment', { signed: '2024-03-15T00:00:00Z' }, 'Signed on March 15, 2024.'],
    ['a name in another case', { party: 'ACME CORP' }, 'The party is Acme Corp.'],
    ['an amount as text', { fee: 'USD 1200' }, 'A fee of 1,200.00 dollars is due.'],
  ])('are found however they are written: %s', (_, value, text) => {
    expect(quotes(value, `Something else is said first. ${text}`)).toEqual([text]);
  });

  it.each([
    ['truth values and nulls', { renews: true, ended: null }],
    ['what the passages do not say', { city: 'Paris', days: 45, day: '2024-03-16' }],
    ['a digit that the text says of something else', { seats: 3 }],
    ['an empty text', { note: '', mark: '.' }],
  ])('have no place that are %s', (_, value) => {
    expect(quotes(value, 'True is null. 3 of 30 days, on 15 March 2024, in paradise.')).toEqual([]);
  });

  it('are taken from where the text speaks of their field', () => {
    const text = 'The notice period is 30 days. Payment terms are 30 days net.';
    expect(quotes({ payment_days: 30 }, text)).toEqual(['Payment terms are 30 days net.']);
    expect(quotes({ noticePeriod: 30 }, text)).toEqual(['The notice period is 30 days.']);
  });

  it('are cited once for each sentence, from any depth', () => {
    const value = { deal: { parties: ['Acme', 'Globex'], law: { state: 'Delaware' } } };
    expect(quotes(value, 'Acme and Globex agree.', 'Delaware law governs.')).toEqual([
      'Acme and Globex agree.',
      'Delaware law governs.',
    ]);
  });

  it('that are long are looked up by what they say', () => {
    const summary = 'Acme must pay each invoice within thirty days of the invoice date or pay monthly interest on it.';
    expect(quotes({ summary }, 'Acme shall pay within thirty days of the invoice date. Nothing else matters.')).toEqual(
      ['Acme shall pay within thirty days of the invoice date.'],
    );
  });

  it('are looked up in bounded time, whatever the answer holds', () => {
    const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`f${at}`, `value ${at}`]));
    expect(quotes(many, 'value 1 stands here.').length).toBe(1);
  });

  it('give spans that stand in their passage', () => {
    const text = 'Acme pays 1,200.50 on 2024-03-15 👍.\n| a | 7 |\n三十天 30';
    const leaf = fc.oneof(
      fc.constantFrom('Acme', '👍', '三十天', '2024-03-15', '', 'a'),
      fc.integer(),
      fc.double(),
      fc.boolean(),
    );
    const value = fc.dictionary(fc.string(), fc.oneof(leaf, fc.array(leaf)));
    fc.assert(
      fc.property(value, (answer) => {
        for (const part of groundValues(JSON.parse(JSON.stringify(answer)) as JsonValue, [passage(1, text)])) {
          expect(part.kind).toBe('citation');
          if (part.kind !== 'citation') continue;
          expect(part.start >= 0 && part.start < part.end && part.end <= text.length).toBe(true);
          expect(part.score > 0 && part.score <= 1).toBe(true);
        }
      }),
    );
  });
});
