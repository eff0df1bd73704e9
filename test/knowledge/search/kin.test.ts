import { describe, expect, it } from 'vitest';
import { areKin, withKin } from '../../../src/knowledge/search/kin.ts';

const listOf = (counts: Readonly<Record<string, number>>) => ({
  termsStartingWith: (beginning: string) =>
    new Map(Object.entries(counts).filter(([term]) => term.startsWith(beginning))),
});
const corpus = { chunks: 100, meanTerms: 10, counts: new Map([['config', 3]]) };

describe('terms are kin', () => {
  it.each([
    ['config', 'configur'],
    ['postgres', 'postgresql'],
    ['passwort', 'passwortes'],
    ['университет', 'университетск'],
  ])('when most of the longer one begins both: %s, %s', (term, other) => {
    expect(areKin(term, other)).toBe(true);
    expect(areKin(other, term)).toBe(true);
  });

  it.each([
    ['config', 'config'],
    ['config', 'confidential'],
    ['car', 'care'],
    ['inter', 'internationalis'],
    ['料理', '料理人'],
  ])('when they differ, and not by chance: %s, %s are not', (term, other) => {
    expect(areKin(term, other)).toBe(false);
  });
});

describe('the kin of a query', () => {
  it('is that of every context, with the chunks of all', () => {
    const lists = [listOf({ config: 1, configur: 4, confidential: 2 }), listOf({ config: 2, configur: 5, configs: 1 })];
    const { kin, counts } = withKin(corpus, ['config'], lists);
    expect(kin).toEqual(new Map([['config', ['configur', 'configs']]]));
    expect(counts).toEqual(new Map(Object.entries({ config: 3, configur: 9, configs: 1 })));
  });

  it('keeps what was counted of the terms themselves', () => {
    const counted = { ...corpus, counts: new Map(Object.entries({ config: 3, configur: 7 })) };
    expect(withKin(counted, ['config', 'configur'], [listOf({ configur: 1 })]).counts.get('configur')).toBe(7);
  });

  it('is nobody for numbers, codes and short words', () => {
    const list = listOf({ '20241': 1, e1001b: 1, cars: 1 });
    expect(withKin(corpus, ['2024', 'e1001', 'car'], [list]).kin).toEqual(new Map());
  });
});
