import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BlobStore } from '../../src/knowledge/blobs.ts';

let directory = '';
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'blobs-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

async function* parts(...texts: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text);
}

async function files(): Promise<readonly string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

describe('blobs', () => {
  it('are kept once, under the hash of their content', async () => {
    const store = new BlobStore(directory);
    const first = await store.put(parts('he', 'llo'), 10);
    const [second] = await Promise.all([store.put(parts('hello'), 10), store.put(parts('h', 'ello'), 10)]);
    expect(first).toEqual({
      byteSize: 5,
      contentHash: '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824',
    });
    expect(second).toEqual(first);
    expect(await files()).toEqual([first.contentHash]);
    expect(Buffer.from((await store.tryRead(first.contentHash)) ?? []).toString()).toBe('hello');
  });

  it('that are too large, or whose stream breaks, leave nothing behind', async () => {
    const store = new BlobStore(directory);
    await expect(store.put(parts('hello', 'world'), 9)).rejects.toMatchObject({
      code: 'payload_too_large',
      field: 'content',
    });
    async function* broken() {
      yield Buffer.from('half');
      throw new Error('connection lost');
    }
    await expect(store.put(broken(), 100)).rejects.toThrow('connection lost');
    expect(await files()).toEqual([]);
  });

  it('may be empty, and are undefined where there is none', async () => {
    const store = new BlobStore(directory);
    const { contentHash, byteSize } = await store.put(parts(), 10);
    expect(byteSize).toBe(0);
    expect(await store.tryRead(contentHash)).toHaveLength(0);
    expect(await store.tryRead('0'.repeat(64))).toBeUndefined();
  });

  it('are never read by anything but a hash', async () => {
    await expect(new BlobStore(directory).tryRead('../../etc/passwd')).rejects.toThrow(RangeError);
  });
});
