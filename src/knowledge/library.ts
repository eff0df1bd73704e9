import type { Retriever } from '../engine/ports.ts';

/** A source that a curation must bring into the index. Its bytes are in the blob store under `contentHash`. */
export interface SourceToCurate {
  readonly sourceId: string;
  /** Path inside its context, `/` between folders. */
  readonly path: string;
  /** What the caller said it is; a hint only, the content decides. */
  readonly mediaType: string;
  readonly contentHash: string;
}

export interface CurationPlan {
  readonly contextId: string;
  /** Version of the index to build on; null for a context without one. */
  readonly baseVersion: number | null;
  /** New and changed sources. What is not named here stays as the base version has it. */
  readonly upsert: readonly SourceToCurate[];
  /** Sources that are gone. */
  readonly remove: readonly string[];
}

export interface SourceOutcome {
  readonly sourceId: string;
  readonly path: string;
  readonly status: 'parsed' | 'skipped' | 'failed';
  /** For a person: why it was skipped or failed, and what to do. Null when parsed. */
  readonly reason: string | null;
  /** The document's own title, else its file name. */
  readonly title: string;
  /** Media type by content. */
  readonly mediaType: string;
  readonly chunkCount: number;
}

export interface CurationOutcome {
  /** The new version. It holds everything or, when the curation failed, does not exist for any reader. */
  readonly version: number;
  /** Chunks in the new version, all sources together. */
  readonly chunks: number;
  readonly sources: readonly SourceOutcome[];
}

/** Called after each source, in no particular order. */
export type OnSourceCurated = (
  outcome: SourceOutcome,
  progress: { readonly done: number; readonly total: number },
) => void;

export interface Blob {
  /** SHA-256 of the bytes, hexadecimal. */
  readonly contentHash: string;
  readonly byteSize: number;
}

/** Everything that is known about documents beyond their rows: their bytes, their text, their index. */
export interface KnowledgeLibrary extends Retriever, AsyncDisposable {
  /** Streams bytes to the blob store; the same content is kept once. Rejects with `payload_too_large` past `maxBytes`. */
  putBlob(bytes: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Blob>;
  readBlob(contentHash: string): Promise<Uint8Array>;
  /**
   * Builds the next version of a context's index. Readers of the base version are not disturbed, and the new one
   * is reachable only under the returned number. Aborting leaves the base version as it was.
   */
  curate(plan: CurationPlan, onSource: OnSourceCurated, signal: AbortSignal): Promise<CurationOutcome>;
  /** Forgets a context's index. Turns that hold a snapshot of it may fail. */
  dropContext(contextId: string): Promise<void>;
}

export interface LibraryOptions {
  /** Folder or object-store URI of the LanceDB tables. */
  readonly uri: string;
  /** Local folder of the blob store. */
  readonly blobDirectory: string;
}
