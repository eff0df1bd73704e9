import { describe, expect, it } from 'vitest';
import { oneAhead } from '../../src/lib/one-ahead.ts';

const collect = async <T>(values: AsyncIterable<T>) => {
  const all: T[] = [];
  for await (const value of values) all.push(value);
  return all;
};

describe('work one item ahead', () => {
  it('comes in order, each item once', async () => {
    expect(await collect(oneAhead([3, 1, 2], async (item) => item * 10))).toEqual([30, 10, 20]);
    expect(await collect(oneAhead([], async () => 1))).toEqual([]);
  });

  it('has the next item under way, and no other, while one is looked at', async () => {
    const begun: number[] = [];
    const work = async (item: number) => begun.push(item);
    for await (const _ of oneAhead([1, 2, 3, 4], work)) {
      const seen = begun.length;
      await Promise.resolve();
      expect(begun).toHaveLength(seen);
      if (seen === 3) break;
    }
    expect(begun).toEqual([1, 2, 3]);
  });

  it('fails in its turn, after what came before', async () => {
    const told: number[] = [];
    const work = (item: number) => (item === 2 ? Promise.reject(new Error('two')) : Promise.resolve(item));
    const reading = (async () => {
      for await (const value of oneAhead([1, 2, 3], work)) told.push(value);
    })();
    await expect(reading).rejects.toThrow('two');
    expect(told).toEqual([1]);
  });

  it('is left only when what is under way has ended', async () => {
    let end = () => {};
    const ended: number[] = [];
    const work = async (item: number) => {
      if (item === 2) await new Promise<void>((resolve) => (end = resolve));
      ended.push(item);
    };
    const values = oneAhead([1, 2, 3], work);
    await values.next();
    const left = values.return();
    setImmediate(end);
    await left;
    expect(ended).toEqual([1, 2]);
  });
});
