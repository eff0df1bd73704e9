import { describe, expect, it } from 'vitest';
import { ReaderCache } from '../../../src/knowledge/lance/reader-cache.ts';

/** Opens readers that only remember whether they were closed. */
function openings() {
  const log: string[] = [];
  const open = async (contextId: string, version: number) => {
    if (version < 0) throw new Error('no such version');
    log.push(`open ${contextId}@${version}`);
    return { [Symbol.dispose]: () => log.push(`close ${contextId}@${version}`) };
  };
  return { log, open };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('readers that are kept open', () => {
  it('are lent again without opening them again', async () => {
    const { log, open } = openings();
    using cache = new ReaderCache(open, 2);
    const [first, second] = await Promise.all([cache.borrow('a', 1), cache.borrow('a', 1)]);
    first[Symbol.dispose]();
    second[Symbol.dispose]();
    (await cache.borrow('a', 1))[Symbol.dispose]();
    expect(log).toEqual(['open a@1']);
  });

  it('close beyond the capacity, the longest unused first, and no earlier than they come back', async () => {
    const { log, open } = openings();
    using cache = new ReaderCache(open, 1);
    const held = await cache.borrow('a', 1);
    (await cache.borrow('a', 2))[Symbol.dispose]();
    await turn();
    expect(log).toEqual(['open a@1', 'open a@2']);
    held[Symbol.dispose]();
    held[Symbol.dispose]();
    await turn();
    expect(log.slice(2)).toEqual(['close a@1']);
  });

  it('are forgotten with their context, and all at the end', async () => {
    const { log, open } = openings();
    const cache = new ReaderCache(open, 8);
    for (const id of ['a', 'ab']) (await cache.borrow(id, 1))[Symbol.dispose]();
    cache.drop('a');
    await turn();
    expect(log.slice(2)).toEqual(['close a@1']);
    cache[Symbol.dispose]();
    await turn();
    expect(log.slice(3)).toEqual(['close ab@1']);
  });

  it('are tried again when they did not open', async () => {
    const { open } = openings();
    using cache = new ReaderCache(open, 1);
    await expect(cache.borrow('a', -1)).rejects.toThrow('no such version');
    await expect(cache.borrow('a', -1)).rejects.toThrow('no such version');
  });
});
