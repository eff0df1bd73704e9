import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Where real files and the index of them are looked for, since they are not ours to ship: BENCH_DOCUMENTS, or a folder
 * beside the project.
 */
export const DOCUMENTS_DIRECTORY = process.env['BENCH_DOCUMENTS'] ?? join(import.meta.dirname, '../../../shared/docs');

export interface Fact {
  readonly text: string;
  /** From 1; undefined where it may stand anywhere. */
  readonly page: number | undefined;
}

export type Expected =
  | { readonly path: string; readonly kind: 'facts'; readonly facts: readonly Fact[] }
  /** The word for what must be reported: `encrypted`, `zero`. */
  | { readonly path: string; readonly kind: 'refusal'; readonly why: string }
  /** A folder all of whose files must be read, these among them. */
  | { readonly path: string; readonly kind: 'folder'; readonly among: readonly string[] };

/** What the folder's index expects of each file. */
export async function readExpectations(): Promise<readonly Expected[]> {
  const lines = (await readFile(join(DOCUMENTS_DIRECTORY, 'INDEX.tsv'), 'utf8')).trim().split('\n').slice(1);
  return lines.map((line) => {
    const columns = line.split('\t');
    return toExpected(columns[0] ?? '', columns.at(-1) ?? '');
  });
}

function toExpected(path: string, expected: string): Expected {
  const [, why, among] = /^!(\w+)(?::\s*(.*))?$/.exec(expected) ?? [];
  if (path.endsWith('/')) return { path, kind: 'folder', among: among?.split(/,\s*/) ?? [] };
  if (why !== undefined) return { path, kind: 'refusal', why };
  const facts = expected.split(' || ').map((fact) => {
    const [, page, text] = /^(?:p(\d+)|\*):\s*(.*)$/.exec(fact) ?? [undefined, undefined, fact];
    return { text: text ?? '', page: page === undefined ? undefined : Number(page) };
  });
  return { path, kind: 'facts', facts };
}
