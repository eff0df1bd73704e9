import type { JsonObject } from '../../lib/json.ts';

/** A context as the commands show it. */
export interface ContextSummary {
  readonly slug: string;
  readonly title: string;
  readonly kind: string;
  readonly queryable: boolean;
  readonly sourceCount: number;
  /** RFC 3339, or null before the first curation. */
  readonly curatedAt: string | null;
}

/** All that a person may want to know of a context. */
export interface ContextDetails extends ContextSummary {
  readonly description: string;
  readonly instructions: string;
  /** Canonical, with its defaults. */
  readonly effectiveManifest: JsonObject;
  readonly sampleQueries: readonly string[];
}

export interface NewContext {
  readonly slug: string;
  readonly title?: string;
  readonly description?: string;
  readonly manifest?: JsonObject;
}

export interface Upload {
  /** Path inside the context. */
  readonly path: string;
  /** Absolute path of the file to read. */
  readonly file: string;
}

export type Change = 'added' | 'changed' | 'unchanged';

/** How one source came out of a curation. */
export interface CuratedSource {
  readonly path: string;
  readonly status: 'parsed' | 'skipped' | 'failed';
  readonly reason: string | null;
}

/** Where a curation stands. The last one of a curation has a status other than `running`. */
export interface CurationProgress {
  readonly status: 'running' | 'completed' | 'failed';
  readonly total: number;
  /** Sources that are through. */
  readonly done: number;
  /** Chunks of the published index; meaningful once completed. */
  readonly chunks: number;
  readonly error: string | null;
  /** The source that just came out, where the update is about one. */
  readonly source: CuratedSource | null;
}

/** What a turn says while it runs, in order; `finished` comes last. Documents are canonical JSON. */
export type AskUpdate =
  | { readonly kind: 'accepted'; readonly queryId: string }
  | { readonly kind: 'step'; readonly commentary: string; readonly status: string }
  | { readonly kind: 'text'; readonly delta: string }
  | { readonly kind: 'finished'; readonly document: JsonObject };

/**
 * The gateway as the commands see it, whether it runs in this process or is reached over HTTP.
 * Every method throws `GatewayError`.
 */
export interface Client extends AsyncDisposable {
  /** For a person: where the answers come from. */
  readonly place: string;
  listContexts(): Promise<readonly ContextSummary[]>;
  showContext(slug: string): Promise<ContextDetails>;
  createContext(context: NewContext): Promise<ContextSummary>;
  deleteContext(slug: string): Promise<void>;
  addSource(slug: string, upload: Upload): Promise<Change>;
  /** Brings the context's index up to date. Leaving the iteration does not stop the work. */
  curate(slug: string): AsyncIterable<CurationProgress>;
  /** Submits a query document and follows its turn. Aborting stops following; the turn goes on. */
  ask(document: JsonObject, signal: AbortSignal): AsyncIterable<AskUpdate>;
  /** Ends a running turn; its `finished` update then says `cancelled`. */
  cancel(queryId: string): Promise<void>;
}
