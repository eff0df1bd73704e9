import { describe, expect, it } from 'vitest';
import { LibraryFixture, never, pathsFound } from './library-fixture.ts';

describe('a curated context', () => {
  it('answers a search with chunks that stand in their source', async () => {
    await using fixture = await LibraryFixture.create();
    const outcome = await fixture.curate('ctx_a', {
      'contracts/msa.md':
        '# Master agreement\n\n## Payment terms\n\nInvoices are due thirty days after receipt.\n\n## Notices\n\nBy post.\n',
      'pricing.txt': 'Discounts on renewal are ten percent.',
    });
    await using snapshot = await fixture.open(['ctx_a', outcome.version]);

    const [hit] = await snapshot.search({ query: 'When are invoices due for payment?', limit: 3 }, never);

    expect(hit?.chunk).toMatchObject({
      contextSlug: 'a',
      sourcePath: 'contracts/msa.md',
      headingPath: ['Master agreement', 'Payment terms'],
    });
    const source = await snapshot.readSource('a', 'contracts/msa.md', never);
    expect(source?.title).toBe('Master agreement');
    expect(source?.text.slice(hit?.chunk.start, hit?.chunk.end)).toBe(hit?.chunk.text);
  });

  it('reports every source and counts the chunks of the new version', async () => {
    await using fixture = await LibraryFixture.create();
    const seen: string[] = [];
    const outcome = await fixture.curate(
      'ctx_a',
      { 'a.md': '# A\n\nAlpha.', 'empty.txt': '', 'noise.bin': Uint8Array.from([0, 1, 2, 3, 0, 255, 254, 0]) },
      { onSource: ({ path, status }, { done, total }) => seen.push(`${path} ${status} ${done}/${total}`) },
    );

    expect(seen).toEqual(['a.md parsed 1/3', 'empty.txt skipped 2/3', 'noise.bin skipped 3/3']);
    expect(outcome.chunks).toBe(1);
    expect(outcome.sources.map(({ reason }) => reason)).toEqual([
      null,
      'The file is empty. Add a version that has content.',
      'The file is binary, not text, and of no kind that can be read. Add a text, PDF or Office version of it.',
    ]);
  });

  it('is empty and searchable when nothing in it could be read', async () => {
    await using fixture = await LibraryFixture.create();
    const { version, chunks } = await fixture.curate('ctx_a', { 'empty.txt': '' });
    await using snapshot = await fixture.open(['ctx_a', version]);
    expect(chunks).toBe(0);
    expect(await pathsFound(snapshot, 'anything')).toEqual([]);
    expect(await snapshot.documentFrequency(['anything'], never)).toEqual({
      chunks: 0,
      counts: new Map([['anything', 0]]),
    });
  });
});
