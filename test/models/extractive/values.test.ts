import { describe, expect, it } from 'vitest';
import { datesIn, numbersIn, tryBoolean } from '../../../src/models/extractive/shape/values.ts';

describe('Values in text', () => {
  it.each([
    ['a fee of $1,234.50', [[1234.5, 'money']]],
    ['12.5% off', [[12.5, 'percent']]],
    [
      'revenue of $4.2M and 3 bn EUR',
      [
        [4_200_000, 'money'],
        [3_000_000_000, 'money'],
      ],
    ],
    [
      'within 30 days, 2 percent',
      [
        [30, 'time'],
        [2, 'percent'],
      ],
    ],
    [
      '12,5 % and 1 234',
      [
        [12.5, 'percent'],
        [1234, 'none'],
      ],
    ],
    ['-5 of §4.2 in v2.1.0', [[-5, 'none']]],
  ])('are numbers with what they count: %s', (text, expected) => {
    expect(numbersIn(text).map(({ value, unit }) => [value, unit])).toEqual(expected);
  });

  it.each([
    ['made on June 21, 2024', '2024-06-21'],
    ['the 3rd of March 1999', '1999-03-03'],
    ['2024-02-29', '2024-02-29'],
    ['am 24.12.2023', '2023-12-24'],
  ])('are dates: %s', (text, expected) => {
    expect(datesIn(text).map(({ value }) => value)).toEqual([expected]);
  });

  it.each(['2023-02-30', '6/7/2024', 'in May 2024'])(
    'are no dates when they say no day that all read alike: %s',
    (text) => {
      expect(datesIn(text)).toEqual([]);
    },
  );

  it('are yes or no when they say so', () => {
    expect(['Yes', '✓', 'no', 'None.', 'Delaware', 'Norway', 'yesterday'].map(tryBoolean)).toEqual([
      true,
      true,
      false,
      false,
      undefined,
      undefined,
      undefined,
    ]);
  });
});
