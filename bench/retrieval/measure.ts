import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLibrary } from '../../src/knowledge/create-library.ts';
import type { KnowledgeLibrary } from '../../src/knowledge/library.ts';
import type { Collection, TestDocument } from './collection.ts';
import { PlainBm25 } from './plain-bm25.ts';
import { meanQuality, type Quality, qualityOf } from './quality.ts';

export interface Measured {
  readonly plain: Quality;
  readonly library: Quality;
  /** Of each search of the library. */
  readonly milliseconds: readonly number[];
  readonly loadedInSeconds: number;
}

const CONTEXT_ID = 'ctx_bench';
/** Chunks asked for: enough that ten documents are among them. */
const CHUNKS = 30;
const never = new AbortController().signal;

/** Loads a collection into a library of its own, and asks it and plain BM25 every question. */
export async function measure({ documents, queries }: Collection): Promise<Measured> {
  const directory = await mkdtemp(join(tmpdir(), 'retrieval-'));
  try {
    const options = { uri: join(directory, 'knowledge'), blobDirectory: join(directory, 'blobs') };
    await using library = await createLibrary(options);
    const started = performance.now();
    const version = await load(library, documents);
    const loadedInSeconds = (performance.now() - started) / 1_000;
    await using snapshot = await library.open([{ id: CONTEXT_ID, slug: 'bench', kind: 'search', version }]);

    const bm25 = new PlainBm25(documents);
    const plain: Quality[] = [];
    const ours: Quality[] = [];
    const milliseconds: number[] = [];
    for (const { text, relevant } of queries) {
      const before = performance.now();
      const hits = await snapshot.search({ query: text, limit: CHUNKS }, never);
      milliseconds.push(performance.now() - before);
      const found = new Set(hits.map(({ chunk }) => documents[Number.parseInt(chunk.sourcePath, 10)]?.id ?? ''));
      ours.push(qualityOf([...found], relevant));
      plain.push(qualityOf(bm25.search(text), relevant));
    }
    return { plain: meanQuality(plain), library: meanQuality(ours), milliseconds, loadedInSeconds };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** One source a document; its path is its place in the collection. */
async function load(library: KnowledgeLibrary, documents: readonly TestDocument[]): Promise<number> {
  const upsert = [];
  for (const [index, { title, text }] of documents.entries()) {
    const { contentHash } = await library.putBlob(once(`# ${title.replace(/\s+/g, ' ')}\n\n${text}\n`), 2 ** 26);
    upsert.push({ sourceId: `src_${index}`, path: `${index}.md`, mediaType: 'text/markdown', contentHash });
  }
  const plan = { contextId: CONTEXT_ID, baseVersion: null, upsert, remove: [] };
  return (await library.curate(plan, () => {}, never)).version;
}

async function* once(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}
