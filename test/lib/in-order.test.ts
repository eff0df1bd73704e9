import { describe, expect, it } from 'vitest';
import { inOrder } from '../../src/lib/in-order.ts';

async function* numbers(count: number): AsyncGenerator<number> {
  for (let at = 0; at < count; at += 1) yield at;
}

/** Work that ends when it is told to. */
function work() {
  const ends: ((value: number) => void)[] = [];
  let under = 0;
  let most = 0;
  const begin = (item: number) => {
    most = Math.max(most, ++under);
    return new Promise<number>((resolve) => {
      ends[item] = (value) => {
        under -= 1;
        resolve(value);
      };
    });
  };
  return { begin, end: (item: number) => ends[item]?.(item * 10), most: () => most };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('inOrder', () => {
  it('gives results in the order of their items, a few under way at once', async () => {
    const { begin, end, most } = work();
    const results: number[] = [];
    const all = (async () => {
      for await (const result of inOrder(numbers(4), 2, begin)) results.push(result);
    })();
    await settled();
    end(1);
    await settled();
    expect(results).toEqual([]);
    end(0);
    await settled();
    expect(results.slice(0, 1)).toEqual([0]);
    for (const item of [2, 3]) {
      end(item);
      await settled();
    }
    await all;
    expect([results, most()]).toEqual([[0, 10, 20, 30], 2]);
  });

  it('fails when the turn of what failed comes, and leaves nothing under way', async () => {
    let ended = 0;
    const fails = async (item: number) => {
      if (item === 1) throw new Error('no');
      await settled();
      ended += 1;
      return item;
    };
    const results: number[] = [];
    const all = (async () => {
      for await (const result of inOrder(numbers(9), 3, fails)) results.push(result);
    })();
    await expect(all).rejects.toThrow('no');
    expect([results, ended]).toEqual([[0], 3]);
  });

  it('ends when its consumer does', async () => {
    for await (const result of inOrder(numbers(1_000), 4, async (item) => item)) {
      expect(result).toBe(0);
      break;
    }
  });
});
