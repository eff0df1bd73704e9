import type { Artifact, ArtifactFilter, ArtifactHit } from './artifacts.ts';
import type { EmbeddingUsage } from './embedder.ts';
import type { TableAnswer, TableQuery } from './tables.ts';

/** A context as a turn sees it: which one, and which version of its knowledge. */
export interface ScopedContext {
  readonly id: string;
  readonly slug: string;
  readonly kind: 'search' | 'work';
  /** The index version that was live when the turn began; null for knowledge that is empty so far. */
  readonly version: number | null;
  /** The context's own guidance for composing answers from it; absent where it has none. */
  readonly instructions?: string;
}

/** A piece of one source's text. `text` is always the source's own: `document.slice(start, end)`. */
export interface Chunk {
  readonly id: string;
  readonly contextSlug: string;
  readonly sourceId: string;
  /** Source path inside its context. */
  readonly sourcePath: string;
  /** Headings above the chunk, outermost first. */
  readonly headingPath: readonly string[];
  /** UTF-16 offsets into the source's parsed text. */
  readonly start: number;
  readonly end: number;
  /** Pages from 1; empty where the format has none. */
  readonly pages: readonly number[];
  /** Position among its source's chunks, from 0. */
  readonly ordinal: number;
  readonly text: string;
  /** What gave the text where it is no source's own: the table that was queried. Its place is then none either. */
  readonly artifact?: { readonly id: string; readonly name: string; readonly sources: readonly string[] };
}

/** The lists that a search fuses: by words, and by meaning. */
export type SearchSignal = 'keyword' | 'vector';

export interface Hit {
  readonly chunk: Chunk;
  /** Comparable within one search only; higher is better. */
  readonly score: number;
  /** Which of the fused lists held it. */
  readonly foundBy: readonly SearchSignal[];
}

export interface SearchRequest {
  /** Natural-language query. */
  readonly query: string;
  /** At most this many hits over the whole scope. */
  readonly limit: number;
  /** Restrict to these source paths. */
  readonly sources?: readonly string[];
  /** `keyword` looks at words alone; `hybrid`, the default, at meaning as well where the scope has vectors. */
  readonly mode?: 'hybrid' | 'keyword';
  /** Told what embedding the query cost, when it was embedded by a model that counts tokens. */
  readonly onUsage?: (usage: EmbeddingUsage) => void;
}

/** A source that a turn may read. */
export interface SourceText {
  readonly contextSlug: string;
  readonly sourcePath: string;
  readonly title: string;
  readonly text: string;
}

/** What a source holds, without its text. */
export interface SourceOutline {
  readonly contextSlug: string;
  readonly sourceId: string;
  readonly sourcePath: string;
  readonly title: string;
  /** The sections that its chunks stand in, in order, each once. */
  readonly headingPaths: readonly (readonly string[])[];
  /** Highest page number; null where the format has no pages. */
  readonly pages: number | null;
  readonly chunks: number;
}

/**
 * The knowledge of one scope at one moment. Later curations change nothing of what a snapshot sees.
 * Every method rejects with the signal's reason when it aborts.
 */
export interface KnowledgeSnapshot extends AsyncDisposable {
  readonly contexts: readonly ScopedContext[];
  search(request: SearchRequest, signal: AbortSignal): Promise<readonly Hit[]>;
  /** Chunks of one source within `window` places of `chunk`, in order, itself included. */
  neighbours(chunk: Chunk, window: number, signal: AbortSignal): Promise<readonly Chunk[]>;
  /** The parsed text of a source, or undefined where the scope has none of that path. */
  readSource(contextSlug: string, sourcePath: string, signal: AbortSignal): Promise<SourceText | undefined>;
  /** The sources of the scope, by context in the scope's order, then by path. */
  outline(signal: AbortSignal): Promise<readonly SourceOutline[]>;
  /** All chunks of one source, in order; empty where the scope has none of that path. */
  sourceChunks(contextSlug: string, sourcePath: string, signal: AbortSignal): Promise<readonly Chunk[]>;
  /** By context in the scope's order, then by type and name. */
  listArtifacts(filter: ArtifactFilter, signal: AbortSignal): Promise<readonly Artifact[]>;
  readArtifact(id: string, signal: AbortSignal): Promise<Artifact | undefined>;
  /** The artifacts that fit `query` best, at most `limit` of them. */
  searchArtifacts(
    request: ArtifactFilter & { readonly query: string; readonly limit: number },
    signal: AbortSignal,
  ): Promise<readonly ArtifactHit[]>;
  /**
   * Answers a question to a table artifact; undefined where the scope has no table of that id. Absent where tables
   * cannot be queried.
   * @throws GatewayError `bad_request` for a statement that cannot run, with what is wrong about it.
   */
  queryTable?(query: TableQuery, signal: AbortSignal): Promise<TableAnswer | undefined>;
  /** What a person should know of this knowledge as it is searched: that a context was embedded by another model, say. */
  readonly notices: readonly string[];
  /** Terms of a text as the index sees them: normalised, stemmed, without stop words. */
  terms(text: string): readonly string[];
  /** In how many of the scope's chunks each term occurs, and how many chunks there are. */
  documentFrequency(
    terms: readonly string[],
    signal: AbortSignal,
  ): Promise<{ readonly chunks: number; readonly counts: ReadonlyMap<string, number> }>;
}

export interface Retriever {
  open(contexts: readonly ScopedContext[]): Promise<KnowledgeSnapshot>;
}
