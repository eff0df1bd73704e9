import type { KnowledgeSnapshot, ScopedContext } from '../engine/ports.ts';
import { GatewayError } from '../errors.ts';
import { type Clock, systemClock } from '../lib/clock.ts';
import { abortable } from '../lib/signals.ts';
import { BlobStore } from './blobs.ts';
import { carryOut } from './curation/curate.ts';
import { SourcePreparer } from './curation/source-preparer.ts';
import { tableName } from './lance/chunk-table.ts';
import { IndexReader } from './lance/index-reader.ts';
import { IndexWriter } from './lance/index-writer.ts';
import { type Connection, connect } from './lance/native.ts';
import { reach } from './lance/reach.ts';
import { ReaderCache } from './lance/reader-cache.ts';
import type {
  Blob,
  CurationOutcome,
  CurationPlan,
  KnowledgeLibrary,
  KnowledgeReading,
  LibraryOptions,
  OnSourceCurated,
} from './library.ts';
import { LanceReading } from './reading.ts';
import { LanceSnapshot, type LentContext } from './snapshot.ts';

export interface LibrarySettings {
  /** Milliseconds that reading one source may take. */
  readonly readingBudgetMs?: number;
  /** Table versions that are kept open between turns. */
  readonly openVersions?: number;
  readonly clock?: Pick<Clock, 'now'>;
}

/** Opens the knowledge of a deployment. Dispose it to close what it holds; snapshots should be disposed before. */
export async function createLibrary(
  options: LibraryOptions,
  settings: LibrarySettings = {},
): Promise<KnowledgeLibrary> {
  return new LanceLibrary(await connect(options.uri), options, settings);
}

class LanceLibrary implements KnowledgeLibrary {
  readonly #connection: Connection;
  readonly #uri: string;
  readonly #blobs: BlobStore;
  readonly #settings: LibrarySettings;
  readonly #readers: ReaderCache;
  readonly #curating = new Set<string>();
  #idlePreparer: SourcePreparer | undefined;
  #disposed = false;

  constructor(connection: Connection, { uri, blobDirectory }: LibraryOptions, settings: LibrarySettings) {
    this.#connection = connection;
    this.#uri = uri;
    this.#blobs = new BlobStore(blobDirectory);
    this.#settings = settings;
    const open = (contextId: string, version: number) => IndexReader.open(connection, contextId, version);
    this.#readers = new ReaderCache(open, settings.openVersions ?? 64);
  }

  putBlob(bytes: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Blob> {
    return this.#blobs.put(bytes, maxBytes);
  }

  async readBlob(contentHash: string): Promise<Uint8Array> {
    const bytes = await this.#blobs.tryRead(contentHash);
    if (bytes === undefined) throw new Error(`no blob is kept under ${contentHash}`);
    return bytes;
  }

  async open(contexts: readonly ScopedContext[]): Promise<KnowledgeSnapshot> {
    const lent: LentContext[] = [];
    try {
      for (const context of contexts) {
        if (context.version === null) continue;
        lent.push({ context, loan: await this.#borrow(context, context.version) });
      }
      return new LanceSnapshot(contexts, lent);
    } catch (error) {
      for (const { loan } of lent) loan[Symbol.dispose]();
      throw error;
    }
  }

  async curate(plan: CurationPlan, onSource: OnSourceCurated, signal: AbortSignal): Promise<CurationOutcome> {
    signal.throwIfAborted();
    if (plan.baseVersion !== null && plan.upsert.length + plan.remove.length === 0) {
      using base = await this.#readers.borrow(plan.contextId, plan.baseVersion);
      return { version: plan.baseVersion, chunks: base.reader.chunks, sources: [] };
    }
    if (this.#curating.has(plan.contextId)) throw new Error(`context ${plan.contextId} is being curated already`);
    this.#curating.add(plan.contextId);
    const preparer = this.#idlePreparer ?? new SourcePreparer(this.#settings.readingBudgetMs ?? 60_000);
    this.#idlePreparer = undefined;
    try {
      const now = (this.#settings.clock ?? systemClock).now();
      using writer = await IndexWriter.open(this.#connection, plan.contextId, plan.baseVersion, now);
      return await carryOut(plan, { blobs: this.#blobs, writer, preparer }, onSource, signal);
    } finally {
      this.#curating.delete(plan.contextId);
      await this.#keepOne(preparer);
    }
  }

  async read(context: ScopedContext): Promise<KnowledgeReading> {
    const loan = context.version === null ? undefined : await this.#borrow(context, context.version, 'context');
    return new LanceReading(context.slug, loan);
  }

  ping(signal: AbortSignal): Promise<void> {
    return abortable(reach(this.#connection, this.#uri), signal);
  }

  async dropContext(contextId: string): Promise<void> {
    this.#readers.drop(contextId);
    const name = tableName(contextId);
    // A context that was never curated has no table, and dropping twice is dropping.
    if ((await this.#connection.tableNames({ startAfter: '', limit: 1_000_000 })).includes(name)) {
      await this.#connection.dropTable(name);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#disposed = true;
    await this.#idlePreparer?.[Symbol.asyncDispose]();
    this.#readers[Symbol.dispose]();
    this.#connection.close();
  }

  /** One thread waits for the next curation: starting one costs more than most curations. */
  async #keepOne(preparer: SourcePreparer): Promise<void> {
    if (this.#idlePreparer === undefined && !this.#disposed) this.#idlePreparer = preparer;
    else await preparer[Symbol.asyncDispose]();
  }

  async #borrow(context: ScopedContext, version: number, field = 'scope'): Promise<LentContext['loan']> {
    try {
      return await this.#readers.borrow(context.id, version);
    } catch (error) {
      throw new GatewayError(
        'context_not_queryable',
        `The index of context "${context.slug}" cannot be opened. Curate the context again.`,
        { field, cause: error },
      );
    }
  }
}
