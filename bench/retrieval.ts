/**
 * How well and how fast the knowledge library finds: whole test collections, one document a source, beside a plain
 * BM25 of the same run. A document counts for its best chunk.
 *
 *   node --import ./bench/register.mjs bench/retrieval.ts [collection…]
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLibrary } from '../src/knowledge/create-library.ts';
import type { KnowledgeLibrary } from '../src/knowledge/library.ts';
import {
  COLLECTIONS_DIRECTORY,
  type Collection,
  type TestDocument,
  tryLoadCollection,
} from './retrieval/collection.ts';
import { meanQuality, percentile, type Quality, qualityOf } from './retrieval/measures.ts';
import { PlainBm25 } from './retrieval/plain-bm25.ts';

const DEFAULT = [
  'cranfield',
  'scifact',
  'claude-docs',
  ...['en', 'de', 'ru', 'zh', 'th', 'ar'].map((l) => `xquad/${l}`),
];
const never = new AbortController().signal;

const names = process.argv.slice(2);
console.log('collection      what       nDCG@10 recall@10 MRR@10   p50 ms  p95 ms');
for (const name of names.length > 0 ? names : DEFAULT) {
  const collection = await tryLoadCollection(name);
  if (collection === undefined) console.log(`${name.padEnd(15)} skipped: not in ${COLLECTIONS_DIRECTORY}`);
  else await measure(collection);
}

async function measure(collection: Collection): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'retrieval-'));
  const options = { uri: join(directory, 'knowledge'), blobDirectory: join(directory, 'blobs') };
  try {
    await using library = await createLibrary(options);
    const started = performance.now();
    const version = await load(library, collection.documents);
    const seconds = (performance.now() - started) / 1_000;
    await using snapshot = await library.open([{ id: 'ctx_bench', slug: 'bench', kind: 'search', version }]);

    const plain = new PlainBm25(collection.documents);
    const [ours, baseline, times]: [Quality[], Quality[], number[]] = [[], [], []];
    for (const { text, relevant } of collection.queries) {
      const before = performance.now();
      const hits = await snapshot.search({ query: text, limit: 30 }, never);
      times.push(performance.now() - before);
      const found = [...new Set(hits.map(({ chunk }) => documentAt(collection, chunk.sourcePath).id))];
      ours.push(qualityOf(found, relevant));
      baseline.push(qualityOf(plain.search(text), relevant));
    }
    report(collection.name, 'plain BM25', meanQuality(baseline));
    report(collection.name, 'library', meanQuality(ours), times);
    console.log(`${' '.repeat(16)}${collection.documents.length} documents in ${seconds.toFixed(1)} s`);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

async function load(library: KnowledgeLibrary, documents: readonly TestDocument[]): Promise<number> {
  const upsert = [];
  for (const [index, { title, text }] of documents.entries()) {
    const { contentHash } = await library.putBlob(once(`# ${title.replace(/\s+/g, ' ')}\n\n${text}\n`), 2 ** 26);
    upsert.push({ sourceId: `src_${index}`, path: pathOf(index), mediaType: 'text/markdown', contentHash });
  }
  const plan = { contextId: 'ctx_bench', baseVersion: null, upsert, remove: [] };
  return (await library.curate(plan, () => {}, never)).version;
}

function pathOf(index: number): string {
  return `${index}.md`;
}

function documentAt(collection: Collection, path: string): TestDocument {
  const document = collection.documents[Number.parseInt(path, 10)];
  if (document === undefined) throw new Error(`no document stands behind ${path}`);
  return document;
}

function report(collection: string, what: string, { ndcg, recall, mrr }: Quality, times: readonly number[] = []): void {
  const figures = [ndcg, recall, mrr].map((figure) => figure.toFixed(3).padStart(8)).join(' ');
  const speed =
    times.length > 0 ? [0.5, 0.95].map((share) => percentile(times, share).toFixed(1).padStart(7)).join(' ') : '';
  console.log(`${collection.padEnd(15)} ${what.padEnd(10)} ${figures} ${speed}`);
}

async function* once(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}
