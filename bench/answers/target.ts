import type { Query } from '../../src/knowql/query.ts';

/** A document of a benchmark, as it is handed in. */
export interface BenchDocument {
  /** Source path inside its context. */
  readonly path: string;
  readonly content: string | Uint8Array;
  readonly mediaType: string;
}

/** Asks one question over the named contexts and waits for the turn to end. */
export type Ask = (question: string, scope: readonly string[]) => Promise<Query>;

/** What a benchmark of answers runs against: the engine alone, or a gateway. */
export interface AnswerTarget extends AsyncDisposable {
  readonly ask: Ask;
  /** Makes a context of these documents and curates it. */
  load(slug: string, documents: readonly BenchDocument[]): Promise<void>;
  /** Does `work` while the context lacks that source. */
  without<T>(slug: string, path: string, work: () => Promise<T>): Promise<T>;
}
