import type { ArtifactType } from '../../engine/ports/artifacts.ts';
import { ARTIFACT_SCHEMA, type ArtifactRow, artifactTableName, artifactTag } from './artifact-table.ts';
import { inStatements, literal, oneOf, termsIndex } from './chunk-table.ts';
import type { Connection, Table } from './native.ts';
import { tryOpenTable } from './try-open-table.ts';
import { tagVersion, tryTaggedVersion } from './version-tags.ts';

const INDEX_NAME = 'terms_idx';
/** How long a version stays readable after another took its place: longer than any turn may run. */
const GRACE_MS = 60 * 60 * 1_000;

/** Names an artifact that several sources have a share in. */
export interface SharedKey {
  readonly type: ArtifactType;
  readonly key: string;
}

/** Versions of the chunks. */
export interface ArtifactStart {
  readonly base: number | null;
  /** What to go on from, when it is more than the base. */
  readonly draft?: number | undefined;
  readonly now: Date;
}

/**
 * Builds the artifacts of a context's next version on those of its base. No reader knows of the versions that its
 * writes make: those that go with a version of the chunks are tagged with its number, before that is handed out.
 */
export class ArtifactWriter implements Disposable {
  readonly #table: Table;

  private constructor(table: Table) {
    this.#table = table;
  }

  static async open(
    connection: Connection,
    contextId: string,
    { base, draft, now }: ArtifactStart,
  ): Promise<ArtifactWriter> {
    const name = artifactTableName(contextId);
    const start = draft ?? base;
    const table = start === null ? undefined : await tryOpenTable(connection, name);
    if (table === undefined || start === null) {
      return new ArtifactWriter(await connection.createEmptyTable(name, ARTIFACT_SCHEMA, { mode: 'overwrite' }));
    }
    try {
      const version = await tryTaggedVersion(table, artifactTag(start));
      // A version that was curated without artifacts: what an earlier run left belongs to nobody.
      if (version === undefined) await table.delete('true');
      else if (version !== (await table.version())) {
        await table.checkout(version);
        await table.restore();
      }
      if (base !== null) await sweep(table, base, now);
      return new ArtifactWriter(table);
    } catch (error) {
      table.close();
      throw error;
    }
  }

  /** Removes what goes with these sources, and what they had a share in: `unmerged` names what is to be merged anew. */
  async remove(sourceIds: readonly string[]): Promise<void> {
    for (const some of inStatements(sourceIds)) {
      const theirs = oneOf('source_id', some);
      const shared: Record<string, unknown>[] = await this.#table
        .query()
        .where(`is_part = 1 AND ${theirs}`)
        .select(['key'])
        .toArray();
      await this.#table.delete(theirs);
      await this.#unmerge(shared.map(({ key }) => String(key)));
    }
  }

  async add(rows: readonly ArtifactRow[]): Promise<void> {
    if (rows.length === 0) return;
    await this.#unmerge(rows.filter((row) => row.is_part === 1).map(({ key }) => key));
    await this.#table.add(rows.map((row) => ({ ...row })));
  }

  /** What has parts and was not merged since they changed. */
  async unmerged(): Promise<readonly SharedKey[]> {
    const rows: Record<string, unknown>[] = await this.#table
      .query()
      .where("key <> ''")
      .select(['type', 'key', 'is_part'])
      .toArray();
    const shared = rows.map((row) => ({ type: row['type'] as ArtifactType, key: String(row['key']), row }));
    const nameOf = ({ type, key }: SharedKey) => `${type}\n${key}`;
    const merged = new Set(shared.filter(({ row }) => row['is_part'] === 0).map(nameOf));
    const open = shared.filter((each) => !merged.has(nameOf(each))).map(({ type, key }) => ({ type, key }));
    return [...new Map(open.map((each) => [nameOf(each), each])).values()];
  }

  async parts(type: ArtifactType, keys: readonly string[]): Promise<readonly ArtifactRow[]> {
    const parts: ArtifactRow[] = [];
    for (const some of inStatements(keys)) {
      const rows: Record<string, unknown>[] = await this.#table
        .query()
        .where(`is_part = 1 AND type = ${literal(type)} AND ${oneOf('key', some)}`)
        .toArray();
      parts.push(...rows.map(toArtifactRow));
    }
    return parts;
  }

  /** Ties what has been written so far to a version of the chunks. */
  async checkpoint(chunkVersion: number): Promise<void> {
    await tagVersion(this.#table, artifactTag(chunkVersion), await this.#table.version());
  }

  /** Brings the index up to the rows, and ties both to a version of the chunks. */
  async finish(chunkVersion: number): Promise<void> {
    const indexed = (await this.#table.listIndices()).some(({ name }) => name === INDEX_NAME);
    if (!indexed && (await this.#table.countRows()) > 0) {
      await this.#table.createIndex('terms', { config: termsIndex(), name: INDEX_NAME });
    }
    await this.#table.optimize();
    await this.checkpoint(chunkVersion);
  }

  [Symbol.dispose](): void {
    this.#table.close();
  }

  async #unmerge(keys: readonly string[]): Promise<void> {
    for (const some of inStatements([...new Set(keys)]))
      await this.#table.delete(`is_part = 0 AND ${oneOf('key', some)}`);
  }
}

/** Drops what the base replaced longer ago than a turn may run, the drafts that led to it among it. */
async function sweep(table: Table, base: number, now: Date): Promise<void> {
  const tag = artifactTag(base);
  const tags = await table.tags();
  const version = await tryTaggedVersion(table, tag);
  const made = (await table.listVersions()).find((each) => each.version === version)?.timestamp;
  if (made === undefined || made.getTime() > now.getTime() - GRACE_MS) return;
  for (const [other, { version: older }] of Object.entries(await tags.list())) {
    if (version !== undefined && other !== tag && older < version) await tags.delete(other);
  }
  try {
    await table.optimize({ cleanupOlderThan: new Date(made.getTime() - 1_000) });
  } catch (error) {
    // The native side counts back from its own now: a base that would have gone too keeps everything until the next run.
    if (!(error instanceof Error && error.message.includes('tagged version'))) throw error;
  }
}

function toArtifactRow(row: Record<string, unknown>): ArtifactRow {
  const plain = row as unknown as ArtifactRow;
  return { ...plain, sources: [...plain.sources] };
}
