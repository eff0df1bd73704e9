import type { Artifact, ArtifactType } from '../engine/ports/artifacts.ts';
import type { Compiler } from '../engine/ports/compiler.ts';
import type { Embedder } from '../engine/ports/embedder.ts';
import type { Chunk, Retriever, ScopedContext } from '../engine/ports/knowledge.ts';
import type { TableAnswer, TableQuery } from '../engine/ports/tables.ts';
import type { Manifest } from './manifest.ts';

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
  /** How sources are read; as an empty manifest says when absent. */
  readonly manifest?: Manifest;
  /** What an attempt before this one got done, from the same base and by the same manifest. */
  readonly draft?: ResumableDraft;
}

export interface ResumableDraft {
  /** The version of its last checkpoint. */
  readonly version: number;
  /** Chunks of the sources that need not be curated again. */
  readonly chunks: number;
}

/** A point that a later attempt can go on from, should this one not come to its end. */
export interface CurationCheckpoint {
  /** Not to be read by anybody: it is part of what is being built. */
  readonly version: number;
  /** What came out since the checkpoint before. All that is kept of these sources is durable. */
  readonly sources: readonly SourceOutcome[];
}

export interface CurateOptions {
  /** Awaited: what it rejects with ends the curation. Each source of the plan is in exactly one checkpoint. */
  readonly onCheckpoint?: (checkpoint: CurationCheckpoint) => Promise<void>;
}

export interface SourceOutcome {
  readonly sourceId: string;
  readonly path: string;
  readonly status: 'parsed' | 'skipped' | 'failed';
  /** For a person: why it was skipped or failed, or what of it could not be read, and what to do. Else null. */
  readonly reason: string | null;
  /** The document's own title, else its file name. */
  readonly title: string;
  /** Media type by content. */
  readonly mediaType: string;
  readonly chunkCount: number;
  /** A model failed to make of it what the manifest wants; another curation may do better. */
  readonly isUnfinished: boolean;
}

export interface CurationOutcome {
  /** The new version. It holds everything or, when the curation failed, does not exist for any reader. */
  readonly version: number;
  /** Chunks in the new version, all sources together. */
  readonly chunks: number;
  readonly sources: readonly SourceOutcome[];
  /** Absent without an embedder, and where nothing was to be done. */
  readonly embedding?: EmbeddingOutcome;
  /** Absent where the manifest wants nothing of a model, or there is none. */
  readonly compiling?: CompilingOutcome;
}

/** What it took to give every chunk a vector. */
export interface EmbeddingOutcome {
  /** Catalogue id of the embedder. */
  readonly embedder: string;
  /** Different texts that it was sent. */
  readonly embedded: number;
  /** Chunks whose vectors were known: from the version before, from an attempt that failed, or from an equal text. */
  readonly reused: number;
  readonly inputTokens: number;
}

/** What it took to have a model compile sources. */
export interface CompilingOutcome {
  /** `Compiler.id`. */
  readonly compiler: string;
  /** Sources that it was shown. */
  readonly compiled: number;
  /** Sources whose artifacts were known from before. */
  readonly reused: number;
  /** Sources that it could do nothing with. */
  readonly failed: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
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

/** A run of a source's text under the same headings. */
export interface SourceSection {
  /** Headings above it, outermost first; empty for text above the first one. */
  readonly headingPath: readonly string[];
  /** UTF-16 offsets into the source's text. */
  readonly start: number;
  readonly end: number;
}

/** A source as it was read. */
export interface SourceContent {
  readonly text: string;
  /** In order. White space and markup between them belong to none. */
  readonly sections: readonly SourceSection[];
}

export interface ChunkRange {
  readonly first: number;
  /** The last chunk of the page before. */
  readonly after?: Pick<Chunk, 'sourcePath' | 'ordinal'>;
  /** Chunks of this source only. */
  readonly source?: string;
}

/** A stretch of a context's artifacts: from their start or from after the artifact `from`, the other way when backward. */
export interface ArtifactRange {
  readonly limit: number;
  readonly from?: string;
  readonly backward?: boolean;
  readonly types?: readonly ArtifactType[];
}

/** By type, then by name, then by source. */
export interface ArtifactReading {
  /** Undefined where there is no artifact `from`. */
  page(range: ArtifactRange): Promise<readonly Artifact[] | undefined>;
  count(types?: readonly ArtifactType[]): Promise<number>;
  read(id: string): Promise<Artifact | undefined>;
  /**
   * Undefined where there is no table of that id.
   * @throws GatewayError `bad_request` for a statement that cannot run.
   */
  queryTable(query: TableQuery, signal: AbortSignal): Promise<TableAnswer | undefined>;
}

/** The knowledge of one context, as it is at one version: to be read, where a snapshot is to be searched. */
export interface KnowledgeReading extends Disposable {
  /** By source path, then in the order of the source's text. */
  chunks(range: ChunkRange): Promise<readonly Chunk[]>;
  chunk(id: string): Promise<Chunk | undefined>;
  /** Undefined where this version holds no text of that source. */
  source(path: string): Promise<SourceContent | undefined>;
  readonly artifacts: ArtifactReading;
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
  curate(
    plan: CurationPlan,
    onSource: OnSourceCurated,
    signal: AbortSignal,
    options?: CurateOptions,
  ): Promise<CurationOutcome>;
  /** Whether a checkpoint's version is there to be resumed from. */
  holds(contextId: string, version: number): Promise<boolean>;
  /** Opens a context's knowledge for reading. Dispose what it returns. */
  read(context: ScopedContext): Promise<KnowledgeReading>;
  /** Resolves when the index can be reached; rejects when it cannot, or with the signal's reason. */
  ping(signal: AbortSignal): Promise<void>;
  /** Forgets a context's index. Turns that hold a snapshot of it may fail. */
  dropContext(contextId: string): Promise<void>;
}

export interface LibraryOptions {
  /** Folder or object-store URI of the LanceDB tables. */
  readonly uri: string;
  /** Local folder of the blob store. */
  readonly blobDirectory: string;
  /** Embeds chunks when they are curated and queries when they are searched; without one, search goes by words. */
  readonly embedder?: Embedder;
  /** Compiles what a manifest wants of a model; without one, that is left out. */
  readonly compiler?: Compiler;
}
