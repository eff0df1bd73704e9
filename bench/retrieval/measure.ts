import type { Embedder } from '../../src/engine/ports/embedder.ts';
import type { Chunk, SearchRequest } from '../../src/engine/ports/knowledge.ts';
import { BenchLibrary, never } from './bench-library.ts';
import type { Collection, TestDocument } from './collection.ts';
import { passages, wholeDocuments } from './judged.ts';
import { PlainBm25 } from './plain-bm25.ts';
import { type Quality, qualityOf } from './quality.ts';

export interface Measured {
  /** Of each question. */
  readonly plain: readonly Quality[];
  readonly library: readonly Quality[];
  /** Of each search of the library. */
  readonly milliseconds: readonly number[];
  readonly chunks: number;
  readonly indexBytes: number;
  readonly loadedInSeconds: number;
}

export interface MeasureOptions {
  readonly embedder?: Embedder;
  readonly mode?: NonNullable<SearchRequest['mode']>;
}

/** Chunks asked for: enough that ten documents are among them. */
const CHUNKS = 30;

/** Loads a collection into a library of its own, and asks it and plain BM25 every question. */
export async function measure(
  collection: Collection,
  { embedder, mode = 'hybrid' }: MeasureOptions = {},
): Promise<Measured> {
  await using bench = await BenchLibrary.create(embedder);
  const started = performance.now();
  await bench.curate(collection.documents.map((document, index) => toSource(document, index, collection)));
  const loadedInSeconds = (performance.now() - started) / 1_000;
  const chunks = await allChunks(bench);
  const judged = collection.judges === 'documents' ? wholeDocuments(collection) : passages(collection, chunks);
  const bm25 = new PlainBm25(judged.units);

  await using snapshot = await bench.open();
  const plain: Quality[] = [];
  const library: Quality[] = [];
  const milliseconds: number[] = [];
  for (const query of collection.queries) {
    const before = performance.now();
    const hits = await snapshot.search({ query: query.text, limit: CHUNKS, mode }, never);
    milliseconds.push(performance.now() - before);
    const judge = (unitIds: readonly string[]) => qualityOf(...judged.judge(unitIds, query));
    library.push(judge(hits.map(({ chunk }) => judged.unitOf(chunk))));
    plain.push(judge(bm25.search(query.text, CHUNKS)));
  }
  return { plain, library, milliseconds, chunks: chunks.length, indexBytes: await bench.bytes(), loadedInSeconds };
}

/** One source a document; its path is its place in the collection. Offsets into a text hold only if nothing is added. */
function toSource({ title, text }: TestDocument, index: number, { judges }: Collection) {
  if (judges === 'passages') return { path: `${index}.txt`, content: text };
  return { path: `${index}.md`, content: `# ${title.replace(/\s+/g, ' ')}\n\n${text}\n` };
}

async function allChunks(bench: BenchLibrary): Promise<readonly Chunk[]> {
  using reading = await bench.library.read(bench.context);
  return reading.chunks({ first: 1_000_000 });
}
