import { describe, expect, it } from 'vitest';
import type { EmbeddingUsage } from '../../../src/engine/ports/embedder.ts';
import { GatewayError } from '../../../src/errors.ts';
import { BagEmbedder, type BagEmbedderOptions } from '../../support/bag-embedder.ts';
import { LibraryFixture, never } from '../library-fixture.ts';

const FILES = {
  'fees.md': '# Fees\n\nThe consultant is paid an hourly rate for services.',
  'renewal.md': '# Renewal\n\nThe agreement is extended for one year each time.',
  'notice.md': '# Notices\n\nLetters are sent by registered post.',
};

async function embedded(options: BagEmbedderOptions = {}, queryEmbeddingMs = 10_000) {
  const embedder = new BagEmbedder({ dimension: 256, weight: 0.5, ...options });
  const fixture = await LibraryFixture.create({ embedder, queryEmbeddingMs });
  const { version } = await fixture.curate('ctx_a', FILES);
  const snapshot = await fixture.open(['ctx_a', version]);
  return { embedder, fixture, snapshot };
}

describe('a hybrid search', () => {
  it('tells which list held a hit, and finds what shares no term with the query', async () => {
    const { embedder, fixture, snapshot } = await embedded();
    await using _fixture = fixture;
    await using _snapshot = snapshot;
    // "Registrar" and "registered" have no stem in common; to the embedder, their beginnings are one word.
    const hits = await snapshot.search({ query: 'registrar of agreements', limit: 3 }, never);
    const foundBy = new Map(hits.map(({ chunk, foundBy: lists }) => [chunk.sourcePath, lists]));
    expect(foundBy.get('renewal.md')).toEqual(['keyword', 'vector']);
    expect(foundBy.get('notice.md')).toEqual(['vector']);
    expect(embedder.calls.at(-1)).toEqual({ kind: 'query', texts: ['registrar of agreements'] });
  });

  it('says what embedding the query cost, once for each query', async () => {
    const { fixture, snapshot } = await embedded();
    await using _fixture = fixture;
    await using _snapshot = snapshot;
    const usages: EmbeddingUsage[] = [];
    const request = { query: 'hourly rate', limit: 3, onUsage: (usage: EmbeddingUsage) => usages.push(usage) };
    await snapshot.search(request, never);
    await snapshot.search(request, never);
    await snapshot.search({ ...request, query: 'notices', mode: 'keyword' }, never);
    expect(usages).toEqual([{ embedder: 'test/bag@256', inputTokens: 2, price: 0.15 }]);
  });

  it('keeps to the sources that it is restricted to', async () => {
    const { fixture, snapshot } = await embedded();
    await using _fixture = fixture;
    await using _snapshot = snapshot;
    const hits = await snapshot.search({ query: 'agreement', limit: 3, sources: ['notice.md'] }, never);
    expect(hits.every(({ chunk }) => chunk.sourcePath === 'notice.md')).toBe(true);
  });

  it('by words alone asks the embedder nothing', async () => {
    const { embedder, fixture, snapshot } = await embedded();
    await using _fixture = fixture;
    await using _snapshot = snapshot;
    const hits = await snapshot.search({ query: 'registrar of agreements', limit: 3, mode: 'keyword' }, never);
    expect(hits.map(({ chunk, foundBy }) => [chunk.sourcePath, foundBy])).toEqual([['renewal.md', ['keyword']]]);
    expect(embedder.calls.every(({ kind }) => kind === 'document')).toBe(true);
  });
});

describe('a query that cannot be embedded', () => {
  const failing = (fail: NonNullable<BagEmbedderOptions['before']>): BagEmbedderOptions => ({
    before: async (call, signal) => {
      if (call.kind === 'query') await fail(call, signal);
    },
  });
  const stuck = failing(
    (_, signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
      }),
  );

  it.each([
    [
      'is refused',
      failing(async () => {
        throw new GatewayError('rate_limited', 'the quota is used up');
      }),
      'the quota is used up',
    ],
    [
      'meets a fault',
      failing(async () => {
        throw new TypeError('secret detail');
      }),
      'the embedding model failed',
    ],
    ['takes too long', stuck, 'the embedding model took longer than 0.02 s'],
  ])('because it %s is searched by its words, with a notice', async (_, options, why) => {
    const { fixture, snapshot } = await embedded(options, 20);
    await using _fixture = fixture;
    await using _snapshot = snapshot;
    expect(snapshot.notices).toEqual([]);
    const [hit] = await snapshot.search({ query: 'hourly rate', limit: 3 }, never);
    expect(hit?.chunk.sourcePath).toBe('fees.md');
    expect(hit?.foundBy).toEqual(['keyword']);
    expect(snapshot.notices).toEqual([`A query was searched by its words alone: ${why}.`]);
  });

  it('because the turn ends is not searched at all', async () => {
    const { fixture, snapshot } = await embedded(stuck);
    await using _fixture = fixture;
    await using _snapshot = snapshot;
    const controller = new AbortController();
    const search = snapshot.search({ query: 'hourly rate', limit: 3 }, controller.signal);
    controller.abort(new Error('enough'));
    await expect(search).rejects.toThrow('enough');
    expect(snapshot.notices).toEqual([]);
  });
});
