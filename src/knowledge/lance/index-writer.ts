import { CHUNK_SCHEMA, type ChunkRow, oneOf, tableName, termsIndex } from './chunk-table.ts';
import type { Connection, Table } from './native.ts';

/** Names the base while its successor is built: the native sweep refuses to touch a version that has a tag. */
const LIVE = 'live';
const IDS_A_STATEMENT = 500;
/** How long a version stays readable after another took its place: longer than any turn may run. */
const GRACE_MS = 60 * 60 * 1_000;
const INDEX_NAME = 'terms_idx';

/**
 * Builds the next version of one context's table. Every write makes a version that no reader knows of; the number that
 * `finish` returns is the only one that is ever handed out. What an earlier run left behind when it failed or was
 * killed is put aside first, so a build always starts from its base.
 */
export class IndexWriter implements Disposable {
  readonly #table: Table;

  private constructor(table: Table) {
    this.#table = table;
  }

  /** @throws Error when the base version is not there. */
  static async open(
    connection: Connection,
    contextId: string,
    baseVersion: number | null,
    now: Date,
  ): Promise<IndexWriter> {
    const name = tableName(contextId);
    if (baseVersion === null) {
      return new IndexWriter(await connection.createEmptyTable(name, CHUNK_SCHEMA, { mode: 'overwrite' }));
    }
    const table = await connection.openTable(name);
    try {
      if ((await table.version()) !== baseVersion) {
        await table.checkout(baseVersion);
        await table.restore();
      }
      await sweep(table, baseVersion, now);
      return new IndexWriter(table);
    } catch (error) {
      table.close();
      throw error;
    }
  }

  async remove(sourceIds: readonly string[]): Promise<void> {
    for (let at = 0; at < sourceIds.length; at += IDS_A_STATEMENT) {
      await this.#table.delete(oneOf('source_id', sourceIds.slice(at, at + IDS_A_STATEMENT)));
    }
  }

  async add(rows: readonly ChunkRow[]): Promise<void> {
    if (rows.length > 0) await this.#table.add(rows.map((row) => ({ ...row })));
  }

  /** Brings the index up to the rows, and returns the version that holds both. */
  async finish(): Promise<{ readonly version: number; readonly chunks: number }> {
    const chunks = await this.#table.countRows();
    const indexed = (await this.#table.listIndices()).some(({ name }) => name === INDEX_NAME);
    if (chunks > 0 && !indexed) await this.#table.createIndex('terms', { config: termsIndex(), name: INDEX_NAME });
    // A compaction that lost a race for the same rows may be repeated by the next run; the index must not lag.
    await this.#table.optimize();
    return { version: await this.#table.version(), chunks };
  }

  [Symbol.dispose](): void {
    this.#table.close();
  }
}

/**
 * Drops the versions before the base once nobody can be reading them any more: they were replaced when the base was
 * built, and a turn that held one of them has ended since. The base itself is live until the next one is published.
 */
async function sweep(table: Table, baseVersion: number, now: Date): Promise<void> {
  const base = (await table.listVersions()).find(({ version }) => version === baseVersion);
  if (base === undefined || base.timestamp.getTime() > now.getTime() - GRACE_MS) return;
  const tags = await table.tags();
  const tagged = Object.hasOwn(await tags.list(), LIVE);
  await (tagged ? tags.update(LIVE, baseVersion) : tags.create(LIVE, baseVersion));
  try {
    // The native side counts back from its own now, which is a little later than ours.
    await table.optimize({ cleanupOlderThan: new Date(base.timestamp.getTime() - 1_000) });
  } catch (error) {
    // It was so much later that the base would have gone too: nothing was dropped, and the next run tries again.
    if (!(error instanceof Error && error.message.includes('tagged version'))) throw error;
  }
}
