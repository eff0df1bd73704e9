import type { Chunk } from '../../src/engine/ports/knowledge.ts';
import type { Collection, TestDocument, TestQuery } from './collection.ts';

/** What a collection is a ranking of, and how one is judged. */
export interface Judged {
  /** What plain BM25 ranks. */
  readonly units: readonly TestDocument[];
  /** The unit that a chunk of the library is of. */
  readonly unitOf: (chunk: Chunk) => string;
  /** What a ranking of units comes to, each thing once, at its first place; and the grades of what it should have. */
  readonly judge: (
    unitIds: readonly string[],
    query: TestQuery,
  ) => readonly [ranking: readonly string[], relevant: ReadonlyMap<string, number>];
}

/** A document is as good as its best chunk. */
export function wholeDocuments({ documents }: Collection): Judged {
  return {
    units: documents,
    unitOf: ({ sourcePath }) => documentAt(documents, sourcePath)?.id ?? '',
    judge: (unitIds, { relevant }) => [[...new Set(unitIds)], relevant],
  };
}

/**
 * The passages that answer are what should be found, wherever they stand: a chunk that touches one finds it, and one
 * that touches only what is found already neither helps nor harms.
 */
export function passages({ documents }: Collection, chunks: readonly Chunk[]): Judged {
  for (const { sourcePath, start, end, text } of chunks) {
    if (documentAt(documents, sourcePath)?.text.slice(start, end) === text) continue;
    throw new Error('offsets do not hold in the text as it was read');
  }
  const byId = new Map(chunks.map((chunk) => [chunk.id, chunk]));
  return {
    units: chunks.map(({ id, text }) => ({ id, title: '', text })),
    unitOf: ({ id }) => id,
    judge: (unitIds, { passages: wanted }) => {
      const ranking = unitIds.flatMap((id) => {
        const chunk = byId.get(id);
        const documentId = chunk && documentAt(documents, chunk.sourcePath)?.id;
        const touched = wanted.flatMap(({ spans }, at) => {
          const touches = spans.some(
            (span) => chunk && span.documentId === documentId && span.start < chunk.end && span.end > chunk.start,
          );
          return touches ? [`passage ${at}`] : [];
        });
        return touched.length > 0 ? touched : [id];
      });
      return [[...new Set(ranking)], new Map(wanted.map((_, at) => [`passage ${at}`, 1]))];
    },
  };
}

/** A source's path is its document's place in the collection. */
function documentAt(documents: readonly TestDocument[], path: string): TestDocument | undefined {
  return documents[Number.parseInt(path, 10)];
}
