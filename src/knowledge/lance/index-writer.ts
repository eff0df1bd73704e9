import { setImmediate as untilOthersRan } from 'node:timers/promises';
import type { TextRun } from '../lexicon/text-column.ts';
import { CHUNK_SCHEMA, type ChunkRow, inStatements, oneOf, tableName, termsIndex } from './chunk-table.ts';
import { pruneLexicons } from './lexicon-table.ts';
import { type Connection, Index, type Table } from './native.ts';
import { countMissing, stamp, stampOf, VECTOR, VECTOR_KEY, type VectorStamp } from './vector-column.ts';

/** Names the base while its successor is built: the native sweep refuses to touch a version that has a tag. */
const LIVE = 'live';
/** How long a version stays readable after another took its place: longer than any turn may run. */
const GRACE_MS = 60 * 60 * 1_000;
const INDEX_NAME = 'terms_idx';
const VECTOR_INDEX_NAME = 'vector_idx';
/** Chunks from which on reading every vector for each query takes longer than a turn should wait. */
const INDEX_VECTORS_FROM = 20_000;

export interface BuildStart {
  /** The live version, null for a context without one. */
  readonly base: number | null;
  /** The version to go on from, where an attempt before this one left one. */
  readonly draft?: number | undefined;
  readonly now: Date;
  /** Chunks from which on vectors get an index. */
  readonly indexVectorsFrom?: number | undefined;
}

/** What an embedder is shown of a chunk, and what it is called. */
export type UnembeddedRow = Pick<ChunkRow, 'id' | 'title' | 'heading_path' | 'text'>;

export interface EmbeddedRow {
  readonly id: string;
  readonly key: string;
  readonly vector: Float32Array;
}

/**
 * Builds the next version of one context's table. Every write makes a version that no reader knows of; the number that
 * `finish` returns is the only one that is ever handed out. What an earlier run left behind when it failed or was
 * killed is put aside first, so a build always starts from its base or from the draft that it is told of.
 */
export class IndexWriter implements Disposable {
  readonly #table: Table;
  readonly #indexVectorsFrom: number;
  /** Rows that there are if nobody else writes. */
  #rows: number;

  private constructor(table: Table, rows: number, { indexVectorsFrom = INDEX_VECTORS_FROM }: BuildStart) {
    this.#table = table;
    this.#rows = rows;
    this.#indexVectorsFrom = indexVectorsFrom;
  }

  /** @throws Error when the version that it starts from is not there. */
  static async open(connection: Connection, contextId: string, build: BuildStart): Promise<IndexWriter> {
    const { base, draft, now } = build;
    const name = tableName(contextId);
    const start = draft ?? base;
    if (start === null) {
      await pruneLexicons(connection, contextId, { base, before: false });
      const table = await connection.createEmptyTable(name, CHUNK_SCHEMA, { mode: 'overwrite' });
      return new IndexWriter(table, 0, build);
    }
    const table = await connection.openTable(name);
    try {
      if ((await table.version()) !== start) {
        await table.checkout(start);
        await table.restore();
      }
      const swept = base !== null && (await sweep(table, base, now));
      await pruneLexicons(connection, contextId, { base, before: swept });
      return new IndexWriter(table, await table.countRows(), build);
    } catch (error) {
      table.close();
      throw error;
    }
  }

  /** How many chunks went. */
  async remove(sourceIds: readonly string[]): Promise<number> {
    let removed = 0;
    for (const some of inStatements(sourceIds)) {
      removed += (await this.#table.delete(oneOf('source_id', some))).numDeletedRows;
    }
    this.#rows -= removed;
    return removed;
  }

  async add(rows: readonly ChunkRow[]): Promise<void> {
    if (rows.length === 0) return;
    await this.#table.add(rows.map((row) => ({ ...row })));
    this.#rows += rows.length;
  }

  /**
   * What has been written so far, as a version of its own.
   * @throws Error when another process wrote too: one that was taken for dead, and does not know it yet.
   */
  async version(): Promise<number> {
    await this.#countRows();
    return this.#table.version();
  }

  /** Makes the table one of that embedder's vectors. Rows that have none, all of them when it had another's, follow. */
  async stamp(embedder: VectorStamp): Promise<void> {
    await stamp(this.#table, embedder);
  }

  /** Some of the rows that a stamped table has no vector of; none when all have one. */
  async unembedded(limit: number): Promise<readonly UnembeddedRow[]> {
    const rows: Record<string, unknown>[] = await this.#table
      .query()
      .where(`${VECTOR_KEY} IS NULL`)
      .select(['id', 'title', 'heading_path', 'text'])
      .limit(limit)
      .toArray();
    return rows.map((row) => {
      const { heading_path, ...plain } = row as unknown as UnembeddedRow;
      return { ...plain, heading_path: [...heading_path] };
    });
  }

  async embed(rows: readonly EmbeddedRow[]): Promise<void> {
    const values = rows.map(({ id, key, vector }) => ({ id, [VECTOR]: vector, [VECTOR_KEY]: key }));
    await this.#table.mergeInsert('id').whenMatchedUpdateAll().execute(values);
  }

  /** The terms of all chunks. */
  async terms(): Promise<readonly TextRun[]> {
    const column = (await this.#table.query().select(['terms']).toArrow()).getChild('terms');
    const runs: TextRun[] = [];
    for (const { values, valueOffsets } of column?.data ?? []) {
      await untilOthersRan(); // of many chunks, copying takes longer than a turn should wait
      // Copied, since they go to a thread and Arrow's buffers are shared with columns that do not.
      runs.push({ values: new Uint8Array(values as Uint8Array), offsets: new Int32Array(valueOffsets as Int32Array) });
    }
    return runs;
  }

  /** Brings the index up to the rows, and returns the version that holds both. */
  async finish(): Promise<{ readonly version: number; readonly chunks: number }> {
    const chunks = await this.#countRows();
    const indexed = await this.#hasIndex(INDEX_NAME);
    if (chunks > 0 && !indexed) await this.#table.createIndex('terms', { config: termsIndex(), name: INDEX_NAME });
    await this.#indexVectors(chunks);
    // A compaction that lost a race for the same rows may be repeated by the next run; the index must not lag.
    await this.#table.optimize();
    return { version: await this.#table.version(), chunks };
  }

  [Symbol.dispose](): void {
    this.#table.close();
  }

  async #countRows(): Promise<number> {
    const rows = await this.#table.countRows();
    if (rows === this.#rows) return rows;
    throw new Error(`the index ${this.#table.name} has ${rows} rows where ${this.#rows} were written`);
  }

  async #indexVectors(chunks: number): Promise<void> {
    if (chunks < this.#indexVectorsFrom || (await this.#hasIndex(VECTOR_INDEX_NAME))) return;
    if ((await stampOf(this.#table)) === undefined || (await countMissing(this.#table)) > 0) return;
    const config = Index.ivfPq({ distanceType: 'cosine' });
    await this.#table.createIndex(VECTOR, { config, name: VECTOR_INDEX_NAME });
  }

  async #hasIndex(wanted: string): Promise<boolean> {
    return (await this.#table.listIndices()).some(({ name }) => name === wanted);
  }
}

/**
 * Drops the versions before the base once nobody can be reading them any more: they were replaced when the base was
 * built, and a turn that held one of them has ended since. The base itself is live until the next one is published.
 * Tells whether they are gone.
 */
async function sweep(table: Table, baseVersion: number, now: Date): Promise<boolean> {
  const base = (await table.listVersions()).find(({ version }) => version === baseVersion);
  if (base === undefined || base.timestamp.getTime() > now.getTime() - GRACE_MS) return false;
  const tags = await table.tags();
  const tagged = Object.hasOwn(await tags.list(), LIVE);
  await (tagged ? tags.update(LIVE, baseVersion) : tags.create(LIVE, baseVersion));
  try {
    // The native side counts back from its own now, which is a little later than ours.
    await table.optimize({ cleanupOlderThan: new Date(base.timestamp.getTime() - 1_000) });
    return true;
  } catch (error) {
    // It was so much later that the base would have gone too: nothing was dropped, and the next run tries again.
    if (!(error instanceof Error && error.message.includes('tagged version'))) throw error;
    return false;
  }
}
