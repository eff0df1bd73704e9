import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { GatewayError } from '../../../src/errors.ts';
import { connect } from '../../../src/knowledge/lance/native.ts';
import { BagEmbedder } from '../../support/bag-embedder.ts';
import { LibraryFixture, never, openIn, pathsFound, scoped, sourceId } from '../library-fixture.ts';

const FILES_AT = Array.from({ length: 30 }, (_, at) => at);
const FILES = Object.fromEntries(
  FILES_AT.map((at) => [`${at}.md`, `# Clause ${at}\n\nThe fee of party ${at} is ${at} percent.`]),
);

describe('a curation with an embedder', () => {
  it('embeds each chunk under its headings, in batches, and counts what that took', async () => {
    const embedder = new BagEmbedder({ batchSize: 7 });
    await using fixture = await LibraryFixture.create({ embedder });
    const { chunks, embedding } = await fixture.curate('ctx_a', FILES);
    expect(chunks).toBe(30);
    for (const at of FILES_AT) {
      const texts = embedder.documents.filter((text) => text.startsWith(`Clause ${at}\n\n`));
      expect(texts).toEqual([expect.stringContaining(`The fee of party ${at} is`)]);
    }
    expect(embedder.calls.map(({ texts }) => texts.length).toSorted((a, b) => a - b)).toEqual([2, 7, 7, 7, 7]);
    const inputTokens = embedder.documents.reduce((sum, text) => sum + text.split(/\s+/).length, 0);
    expect(embedding).toEqual({ embedder: 'test/bag@64', embedded: 30, reused: 0, inputTokens });
  });

  it('pays for nothing twice: not for what stands as it was, not for equal texts', async () => {
    const embedder = new BagEmbedder();
    await using fixture = await LibraryFixture.create({ embedder });
    const twoSections = (end: string) => `# Terms\n\n## Fees\n\nThe fee is ten.\n\n## Term\n\nThe term is ${end}.`;
    const first = await fixture.curate('ctx_a', { ...FILES, 'two.md': twoSections('two years') });
    const before = embedder.documents.length;
    const second = await fixture.curate(
      'ctx_a',
      { 'two.md': twoSections('three years'), 'copy.md': FILES['7.md'] ?? '' },
      { base: first.version },
    );
    expect(embedder.documents.slice(before)).toEqual([expect.stringContaining('three years')]);
    expect(second.embedding).toMatchObject({ embedded: 1, reused: 2 });
  });

  it('that failed leaves the live version, says why, and keeps what it had paid for', async () => {
    let left = 3;
    const refuse = async () => {
      left -= 1;
      if (left < 0) throw new GatewayError('rate_limited', 'The embedding model refuses: its quota is used up.');
    };
    const embedder = new BagEmbedder({ before: ({ kind }) => (kind === 'document' ? refuse() : Promise.resolve()) });
    await using fixture = await LibraryFixture.create({ embedder });
    const { version } = await fixture.curate('ctx_a', { 'live.md': 'A live fee.' });

    const failed = fixture.curate('ctx_a', FILES, { base: version });
    await expect(failed).rejects.toMatchObject({ message: 'The embedding model refuses: its quota is used up.' });
    await using live = await fixture.open(['ctx_a', version]);
    expect(await pathsFound(live, 'fee')).toEqual(['live.md']);
    expect(live.notices).toEqual([]);

    const paid = embedder.documents.length;
    expect(paid).toBeGreaterThan(1);
    left = Number.POSITIVE_INFINITY;
    const { embedding } = await fixture.curate('ctx_a', FILES, { base: version });
    expect(embedding).toMatchObject({ embedded: 31 - paid, reused: paid - 1 });
    expect(new Set(embedder.documents).size).toBe(embedder.documents.length);
  });

  it('goes on in another process from what an ended one had paid for', async () => {
    const controller = new AbortController();
    const first = new BagEmbedder({
      before: async () => {
        if (first.documents.length >= 12) controller.abort(new Error('the process ends'));
      },
    });
    await using fixture = await LibraryFixture.create({ embedder: first });
    await expect(fixture.curate('ctx_a', FILES, { signal: controller.signal })).rejects.toThrow('the process ends');

    const second = new BagEmbedder();
    await using other = await openIn(fixture.directory, { embedder: second });
    const upsert = [];
    for (const [path, content] of Object.entries(FILES)) {
      const { contentHash } = await other.putBlob(bytesOf(content), 10_000);
      upsert.push({ sourceId: sourceId(path), path, mediaType: '', contentHash });
    }
    await other.curate({ contextId: 'ctx_a', baseVersion: null, upsert, remove: [] }, () => {}, never);
    expect(first.documents.length).toBeGreaterThanOrEqual(12);
    expect([...first.documents, ...second.documents].toSorted()).toEqual(
      [...new Set([...first.documents, ...second.documents])].toSorted(),
    );
    expect(first.documents.length + second.documents.length).toBe(30);
  });

  it('refuses vectors that are not what the embedder says of itself', async () => {
    const embedder = new BagEmbedder();
    const short = { ...shape(embedder), embed: async () => ({ ...(await embedder.embed(['a'], 'document', never)) }) };
    await using fixture = await LibraryFixture.create({ embedder: short });
    await expect(fixture.curate('ctx_a', FILES)).rejects.toThrow('1 vectors for 4 texts');
  });
});

it('a context that is dropped leaves no table behind', async () => {
  await using fixture = await LibraryFixture.create({ embedder: new BagEmbedder() });
  await fixture.curate('ctx_a', FILES);
  await fixture.library.dropContext('ctx_a');
  const connection = await connect(join(fixture.directory, 'knowledge'));
  expect(await connection.tableNames()).toEqual([]);
  connection.close();
});

describe('a context of another embedder', () => {
  it('is searched by words and says so, until it is curated again without any change', async () => {
    const [one, other] = [new BagEmbedder(), new BagEmbedder({ id: 'test/other@16', dimension: 16 })];
    await using fixture = await LibraryFixture.create({ embedder: one });
    const first = await fixture.curate('ctx_a', FILES);
    await using library = await openIn(fixture.directory, { embedder: other });
    await using before = await library.open([scoped('ctx_a', first.version)]);
    const hits = await before.search({ query: 'fee of party 7', limit: 5 }, never);
    expect(hits[0]?.chunk.sourcePath).toBe('7.md');
    expect(new Set(hits.flatMap(({ foundBy }) => foundBy))).toEqual(new Set(['keyword']));
    expect(other.calls).toEqual([]);
    expect(before.notices).toEqual([
      'Context "a" is searched by words alone: it was embedded by test/bag@64. Curate it again to have it embedded by test/other@16.',
    ]);

    const plan = { contextId: 'ctx_a', baseVersion: first.version, upsert: [], remove: [] };
    const again = await library.curate(plan, () => {}, never);
    expect(again).toMatchObject({ chunks: 30, sources: [], embedding: { embedder: 'test/other@16', embedded: 30 } });
    await using after = await library.open([scoped('ctx_a', again.version)]);
    expect(after.notices).toEqual([]);
    const [hit] = await after.search({ query: 'fee of party 7', limit: 5 }, never);
    expect(hit?.foundBy).toContain('vector');
    expect(await library.curate({ ...plan, baseVersion: again.version }, () => {}, never)).toMatchObject({
      version: again.version,
    });

    await using old = await fixture.open(['ctx_a', first.version]);
    expect((await old.search({ query: 'fee of party 7', limit: 5 }, never))[0]?.foundBy).toContain('vector');
  });

  it('keeps its vectors when it is curated without one, and only what came then is embedded later', async () => {
    const embedder = new BagEmbedder();
    await using fixture = await LibraryFixture.create({ embedder });
    const first = await fixture.curate('ctx_a', FILES);
    await using without = await openIn(fixture.directory);
    const { contentHash } = await without.putBlob(bytesOf('A late fee.'), 100);
    const upsert = [{ sourceId: sourceId('late.md'), path: 'late.md', mediaType: '', contentHash }];
    const plan = { contextId: 'ctx_a', baseVersion: first.version, upsert, remove: [] };
    const second = await without.curate(plan, () => {}, never);

    await using partly = await fixture.open(['ctx_a', second.version]);
    expect(partly.notices).toEqual([
      'Context "a" is searched by words alone: not all of it was embedded. Curate it again to have it embedded by test/bag@64.',
    ]);
    const third = await fixture.curate('ctx_a', {}, { base: second.version });
    expect(third.embedding).toMatchObject({ embedded: 1, reused: 0 });
    await using whole = await fixture.open(['ctx_a', third.version]);
    expect(whole.notices).toEqual([]);
    await using unset = await without.open([scoped('ctx_a', third.version)]);
    expect(unset.notices).toEqual([
      'Context "a" is searched by words alone: it was embedded by test/bag@64, which is not set up.',
    ]);
  });
});

function shape({ id, dimension, batchSize, weight }: BagEmbedder) {
  return { id, dimension, batchSize, weight };
}

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}
