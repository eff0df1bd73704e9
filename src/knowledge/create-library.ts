import type { Compiler } from '../engine/ports/compiler.ts';
import type { Embedder } from '../engine/ports/embedder.ts';
import type { KnowledgeSnapshot, ScopedContext } from '../engine/ports/knowledge.ts';
import { GatewayError } from '../errors.ts';
import { type Clock, systemClock } from '../lib/clock.ts';
import { abortable } from '../lib/signals.ts';
import { ArtifactBuild } from './artifacts/artifact-build.ts';
import { SourceCompiler } from './artifacts/compiling/source-compiler.ts';
import { ScopedArtifacts } from './artifacts/scoped-artifacts.ts';
import { BlobStore } from './blobs.ts';
import { carryOut } from './curation/curate.ts';
import { SourcePreparer } from './curation/source-preparer.ts';
import { QueryEmbedder } from './embedding/query-embedder.ts';
import { ArtifactReader } from './lance/artifact-reader.ts';
import { artifactTableName } from './lance/artifact-table.ts';
import { ArtifactWriter } from './lance/artifact-writer.ts';
import { tableName } from './lance/chunk-table.ts';
import { CompiledCache, compiledCacheName } from './lance/compiled-cache.ts';
import { IndexReader } from './lance/index-reader.ts';
import { IndexWriter } from './lance/index-writer.ts';
import { lexiconTableName } from './lance/lexicon-table.ts';
import { type Connection, connect } from './lance/native.ts';
import { reach } from './lance/reach.ts';
import { ReaderCache, type ReaderLoan } from './lance/reader-cache.ts';
import { tryOpenTable } from './lance/try-open-table.ts';
import { VectorCache, vectorCacheName } from './lance/vector-cache.ts';
import type {
  Blob,
  CurateOptions,
  CurationOutcome,
  CurationPlan,
  KnowledgeLibrary,
  KnowledgeReading,
  LibraryOptions,
  OnSourceCurated,
} from './library.ts';
import { LanceReading } from './reading.ts';
import { LanceSnapshot, type LentContext } from './snapshot.ts';
import { TableQuerier } from './tables/query/table-querier.ts';

export interface LibrarySettings {
  /** Milliseconds that reading one source may take. */
  readonly readingBudgetMs?: number;
  /** Table versions that are kept open between turns. */
  readonly openVersions?: number;
  /** Milliseconds that embedding a query may take before it is searched by its words alone. */
  readonly queryEmbeddingMs?: number;
  /** Chunks of a context from which on its vectors get an index; the index is trained on 256 at least. */
  readonly indexVectorsFrom?: number;
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
  readonly #artifacts: ReaderCache<ArtifactReader>;
  readonly #tables = new TableQuerier();
  readonly #embedder: Embedder | undefined;
  readonly #compiler: Compiler | undefined;
  readonly #queries: QueryEmbedder | undefined;
  readonly #curating = new Set<string>();
  #idlePreparer: SourcePreparer | undefined;
  #disposed = false;

  constructor(
    connection: Connection,
    { uri, blobDirectory, embedder, compiler }: LibraryOptions,
    settings: LibrarySettings,
  ) {
    this.#connection = connection;
    this.#uri = uri;
    this.#blobs = new BlobStore(blobDirectory);
    this.#settings = settings;
    this.#embedder = embedder;
    this.#compiler = compiler;
    this.#queries = embedder && new QueryEmbedder(embedder, settings.queryEmbeddingMs ?? 3_000);
    const open = (contextId: string, version: number) => IndexReader.open(connection, contextId, version);
    const openVersions = settings.openVersions ?? 64;
    this.#readers = new ReaderCache(open, openVersions);
    const openArtifacts = (contextId: string, version: number) => ArtifactReader.open(connection, contextId, version);
    this.#artifacts = new ReaderCache(openArtifacts, openVersions);
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
      return new LanceSnapshot(contexts, { lent, artifacts: this.#artifactsOf(contexts), queries: this.#queries });
    } catch (error) {
      for (const { loan } of lent) loan[Symbol.dispose]();
      throw error;
    }
  }

  async curate(
    plan: CurationPlan,
    onSource: OnSourceCurated,
    signal: AbortSignal,
    options: CurateOptions = {},
  ): Promise<CurationOutcome> {
    signal.throwIfAborted();
    const { contextId, baseVersion } = plan;
    using base = baseVersion === null ? undefined : await this.#readers.borrow(contextId, baseVersion);
    if (base !== undefined && baseVersion !== null && !this.#hasWork(plan, base.reader)) {
      return { version: baseVersion, chunks: base.reader.chunks, sources: [] };
    }
    if (this.#curating.has(contextId)) throw new Error(`context ${contextId} is being curated already`);
    this.#curating.add(contextId);
    const preparer = this.#idlePreparer ?? new SourcePreparer(this.#settings.readingBudgetMs ?? 60_000);
    this.#idlePreparer = undefined;
    try {
      const now = (this.#settings.clock ?? systemClock).now();
      const connection = this.#connection;
      using writer = await IndexWriter.open(connection, contextId, {
        base: baseVersion,
        draft: plan.draft?.version,
        now,
        indexVectorsFrom: this.#settings.indexVectorsFrom,
      });
      using artifactWriter = await ArtifactWriter.open(connection, contextId, {
        base: baseVersion,
        draft: plan.draft?.version,
        now,
      });
      using cache = await this.#openCache(contextId, baseVersion);
      const embedding = cache && this.#embedder && { embedder: this.#embedder, cache, base: this.#embedded(base) };
      const artifacts = new ArtifactBuild(contextId, artifactWriter);
      const byModel = plan.manifest?.artifacts.byModel ?? [];
      using compiled = byModel.length === 0 ? undefined : await CompiledCache.open(connection, contextId);
      await compiled?.forget(plan.remove);
      const compiler = compiled && new SourceCompiler(byModel, this.#compiler, compiled);
      const tools = {
        blobs: this.#blobs,
        writer,
        artifacts,
        preparer,
        connection,
        ...(embedding && { embedding }),
        ...(compiler && { compiler }),
      };
      const outcome = await carryOut(plan, tools, onSource, signal, options);
      await compiled?.tidy();
      return outcome;
    } finally {
      this.#curating.delete(contextId);
      await this.#keepOne(preparer);
    }
  }

  async holds(contextId: string, version: number): Promise<boolean> {
    const table = await tryOpenTable(this.#connection, tableName(contextId));
    if (table === undefined) return false;
    try {
      return (await table.listVersions()).some((each) => each.version === version);
    } finally {
      table.close();
    }
  }

  async read(context: ScopedContext): Promise<KnowledgeReading> {
    const loan = context.version === null ? undefined : await this.#borrow(context, context.version, 'context');
    return new LanceReading(context.slug, loan, this.#artifactsOf([context]));
  }

  ping(signal: AbortSignal): Promise<void> {
    return abortable(reach(this.#connection, this.#uri), signal);
  }

  async dropContext(contextId: string): Promise<void> {
    this.#readers.drop(contextId);
    this.#artifacts.drop(contextId);
    const tables = new Set(await this.#connection.tableNames({ startAfter: '', limit: 1_000_000 }));
    for (const name of [
      tableName(contextId),
      artifactTableName(contextId),
      compiledCacheName(contextId),
      lexiconTableName(contextId),
      vectorCacheName(contextId),
    ]) {
      // A context that was never curated has no table, and dropping twice is dropping.
      if (tables.has(name)) await this.#connection.dropTable(name);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#disposed = true;
    await this.#idlePreparer?.[Symbol.asyncDispose]();
    this.#readers[Symbol.dispose]();
    this.#artifacts[Symbol.dispose]();
    await this.#tables[Symbol.asyncDispose]();
    this.#connection.close();
  }

  #artifactsOf(contexts: readonly ScopedContext[]): ScopedArtifacts {
    const borrow = (contextId: string, version: number) => this.#artifacts.borrow(contextId, version);
    return new ScopedArtifacts(contexts, { borrow, tables: this.#tables });
  }

  /** Even without changes, chunks are embedded that have no vector of the embedder that there is now. */
  #hasWork({ upsert, remove, draft }: CurationPlan, base: IndexReader): boolean {
    if (upsert.length + remove.length > 0 || draft !== undefined) return true;
    return this.#embedder !== undefined && base.chunks > 0 && base.embedder !== this.#embedder.id;
  }

  async #openCache(contextId: string, base: number | null): Promise<VectorCache | undefined> {
    if (this.#embedder === undefined) return undefined;
    return VectorCache.open(this.#connection, contextId, { base, embedder: this.#embedder });
  }

  #embedded(base: ReaderLoan | undefined): IndexReader | undefined {
    return base !== undefined && base.reader.embedder === this.#embedder?.id ? base.reader : undefined;
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
