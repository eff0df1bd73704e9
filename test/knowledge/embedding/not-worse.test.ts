import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { COLLECTIONS_DIRECTORY, tryLoadCollection } from '../../../bench/retrieval/collection.ts';
import { measure } from '../../../bench/retrieval/measure.ts';
import { meanQuality } from '../../../bench/retrieval/quality.ts';
import type { KnowledgeSnapshot, SearchRequest } from '../../../src/engine/ports/knowledge.ts';
import { BagEmbedder } from '../../support/bag-embedder.ts';
import { LibraryFixture, never } from '../library-fixture.ts';

const SAMPLES = join(import.meta.dirname, '../../../samples');
const present = existsSync(COLLECTIONS_DIRECTORY);
if (!present) console.warn('../shared/data is absent: hybrid search is tested on the samples only');

/** What so weak an embedder should be trusted with. */
const WEAK = { dimension: 96, weight: 0.1, batchSize: 100 };

interface SampleQuestion {
  readonly question: string;
  readonly source?: string;
  readonly follows?: string;
}

/** Mean of the inverse places of the sources that answer. */
async function placed(snapshot: KnowledgeSnapshot, mode: NonNullable<SearchRequest['mode']>): Promise<number> {
  const all = JSON.parse(await readFile(join(SAMPLES, 'questions.json'), 'utf8')) as readonly SampleQuestion[];
  const asked = all.filter(({ source, follows }) => source !== undefined && follows === undefined);
  expect(asked.length).toBeGreaterThan(5);
  let sum = 0;
  for (const { question, source } of asked) {
    const hits = await snapshot.search({ query: question, limit: 10, mode }, never);
    const place = hits.findIndex(({ chunk }) => chunk.sourcePath.endsWith(source ?? ''));
    if (place !== -1) sum += 1 / (place + 1);
  }
  return sum / asked.length;
}

describe('hybrid search with a weak embedder is not worse than search by words', () => {
  it('on the samples', async () => {
    await using fixture = await LibraryFixture.create({ embedder: new BagEmbedder(WEAK) });
    const entries = await readdir(SAMPLES, { recursive: true, withFileTypes: true });
    const files: Record<string, Uint8Array> = {};
    for (const entry of entries) {
      const path = join(entry.parentPath, entry.name);
      if (entry.isFile() && entry.parentPath !== SAMPLES) files[path.slice(SAMPLES.length + 1)] = await readFile(path);
    }
    const { version } = await fixture.curate('ctx_samples', files);
    await using snapshot = await fixture.open(['ctx_samples', version]);
    const words = await placed(snapshot, 'keyword');
    expect(words).toBeGreaterThan(0.5);
    expect(await placed(snapshot, 'hybrid')).toBeGreaterThanOrEqual(words - 0.02);
  });

  it.skipIf(!present)('on a part of scifact', async () => {
    const collection = await tryLoadCollection('scifact');
    if (collection === undefined) throw new Error('scifact is missing');
    const queries = collection.queries.slice(0, 60);
    const wanted = new Set(queries.flatMap(({ relevant }) => [...relevant.keys()]));
    const documents = collection.documents.filter(({ id }, at) => wanted.has(id) || at % 12 === 0);
    const part = { ...collection, documents, queries };
    const [hybrid, words] = await Promise.all(
      (['hybrid', 'keyword'] as const).map((mode) => measure(part, { embedder: new BagEmbedder(WEAK), mode })),
    );
    const [fused, lexical] = [meanQuality(hybrid?.library ?? []), meanQuality(words?.library ?? [])];
    expect(lexical.ndcg).toBeGreaterThan(0.5);
    expect(fused.ndcg).toBeGreaterThanOrEqual(lexical.ndcg - 0.01);
  });

  it.skipIf(!present)('and is when the weight is more than the embedder deserves', async () => {
    const collection = await tryLoadCollection('claude-docs');
    if (collection === undefined) throw new Error('claude-docs is missing');
    const part = { ...collection, queries: collection.queries.slice(0, 50) };
    const [trusted, words] = await Promise.all(
      [0.9, 0].map((weight) => measure(part, { embedder: new BagEmbedder({ ...WEAK, weight }) })),
    );
    expect(meanQuality(trusted?.library ?? []).ndcg).toBeLessThan(meanQuality(words?.library ?? []).ndcg - 0.02);
  });
});
