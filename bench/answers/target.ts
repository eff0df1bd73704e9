/** A document of a benchmark, as it is handed in. */
export interface BenchDocument {
  /** Source path inside its context. */
  readonly path: string;
  readonly content: string | Uint8Array;
}

/** What a turn answered. */
export interface Answer {
  readonly status: 'COMPLETED' | 'FAILED' | 'CANCELLED' | 'IN_PROGRESS';
  readonly text: string;
  readonly citations: readonly { readonly source: string; readonly grounding: string | null }[];
  readonly runtimeMs: number;
}

/** What a benchmark of answers runs against. */
export interface AnswerTarget extends AsyncDisposable {
  /** Asks one question over a context and waits for the turn to end. */
  ask(question: string, slug: string): Promise<Answer>;
  /** Makes a context of these documents and curates it. */
  load(slug: string, documents: readonly BenchDocument[]): Promise<void>;
  /** Does `work` while the context lacks that source. */
  without<T>(slug: string, path: string, work: () => Promise<T>): Promise<T>;
}
