import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface TestDocument {
  readonly id: string;
  readonly title: string;
  readonly text: string;
}

/** UTF-16 offsets into a document. */
interface Span {
  readonly documentId: string;
  readonly start: number;
  readonly end: number;
}

export interface TestQuery {
  readonly id: string;
  readonly text: string;
  /** Document id to grade, 1 or more. */
  readonly relevant: ReadonlyMap<string, number>;
  /** What answers it in a collection of few long texts; empty where documents are judged whole. */
  readonly passages: readonly Passage[];
}

/** A stretch of text, wherever it stands. */
export interface Passage {
  readonly spans: readonly Span[];
}

/** A judged test collection. */
export interface Collection {
  readonly name: string;
  readonly documents: readonly TestDocument[];
  readonly queries: readonly TestQuery[];
  /** What is found and judged: documents whole, or passages of them. */
  readonly judges: 'documents' | 'passages';
}

/** Where collections are looked for, since they are not ours to ship: BENCH_COLLECTIONS, or a folder beside the project. */
export const COLLECTIONS_DIRECTORY =
  process.env['BENCH_COLLECTIONS'] ?? join(import.meta.dirname, '../../../shared/data');

/** Reads `corpus.jsonl`, `queries.jsonl` and `qrels.tsv` of a folder; undefined where there is none. */
export async function tryLoadCollection(name: string): Promise<Collection | undefined> {
  const directory = join(COLLECTIONS_DIRECTORY, name);
  if (!existsSync(join(directory, 'qrels.tsv'))) return undefined;

  const judgments = new Map<string, Map<string, number>>();
  for (const line of (await readFile(join(directory, 'qrels.tsv'), 'utf8')).split('\n').slice(1)) {
    const [query, document, score] = line.trim().split('\t');
    if (query === undefined || document === undefined || Number(score) <= 0) continue;
    judgments.set(query, (judgments.get(query) ?? new Map()).set(document, Number(score)));
  }
  const rows = await readLines(join(directory, 'corpus.jsonl'));
  const documents = rows.map((row) => ({ id: row._id, title: row.title ?? '', text: row.text }));
  const queries = (await readLines(join(directory, 'queries.jsonl')))
    .map((row) => ({
      id: row._id,
      text: row.text,
      relevant: judgments.get(row._id) ?? new Map<string, number>(),
      passages: (row.references ?? []).map(({ content }) => ({ spans: occurrences(content, documents) })),
    }))
    .filter(({ relevant }) => relevant.size > 0);
  const judges = queries.some(({ passages }) => passages.length > 0) ? 'passages' : 'documents';
  return { name, documents, queries, judges };
}

interface Row {
  readonly _id: string;
  readonly title?: string;
  readonly text: string;
  readonly references?: readonly { readonly content: string }[];
}

function occurrences(passage: string, documents: readonly TestDocument[]): readonly Span[] {
  return documents.flatMap(({ id: documentId, text }) => {
    const spans: Span[] = [];
    for (let at = text.indexOf(passage); at !== -1; at = text.indexOf(passage, at + 1)) {
      spans.push({ documentId, start: at, end: at + passage.length });
    }
    return spans;
  });
}

async function readLines(path: string): Promise<readonly Row[]> {
  const lines = (await readFile(path, 'utf8')).split('\n').filter((line) => line.trim() !== '');
  return lines.map((line) => JSON.parse(line) as Row);
}
