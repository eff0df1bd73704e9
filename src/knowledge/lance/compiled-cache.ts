import { Field, Schema, Utf8 } from 'apache-arrow';
import type { CompiledArtifact } from '../../engine/ports/compiler.ts';
import { Gate } from '../../lib/gate.ts';
import { inStatements, literal, oneOf, tableName } from './chunk-table.ts';
import type { Connection, Table } from './native.ts';
import { tryOpenTable } from './try-open-table.ts';

const SCHEMA = new Schema(['source_id', 'key', 'artifacts'].map((name) => new Field(name, new Utf8(), false)));
const never = new AbortController().signal;

export function compiledCacheName(contextId: string): string {
  return `${tableName(contextId)}_compiled`;
}

/**
 * What models made of a context's sources, one row a source, under a key of what they were shown. It belongs to no
 * version: a curation that fails, or reads everything anew, finds what was paid for.
 */
export class CompiledCache implements Disposable {
  readonly #table: Table;
  // Writes of one table side by side would run into each other.
  readonly #writes = new Gate(1);

  private constructor(table: Table) {
    this.#table = table;
  }

  static async open(connection: Connection, contextId: string): Promise<CompiledCache> {
    const name = compiledCacheName(contextId);
    return new CompiledCache(
      (await tryOpenTable(connection, name)) ?? (await connection.createEmptyTable(name, SCHEMA)),
    );
  }

  async find(sourceId: string, key: string): Promise<readonly CompiledArtifact[] | undefined> {
    const rows: Record<string, unknown>[] = await this.#table
      .query()
      .where(`source_id = ${literal(sourceId)} AND key = ${literal(key)}`)
      .select(['artifacts'])
      .limit(1)
      .toArray();
    return rows.map((row) => JSON.parse(String(row['artifacts'])) as readonly CompiledArtifact[])[0];
  }

  async put(sourceId: string, key: string, artifacts: readonly CompiledArtifact[]): Promise<void> {
    const row = { source_id: sourceId, key, artifacts: JSON.stringify(artifacts) };
    const write = () =>
      this.#table.mergeInsert('source_id').whenMatchedUpdateAll().whenNotMatchedInsertAll().execute([row]);
    await this.#writes.run(write, never);
  }

  async forget(sourceIds: readonly string[]): Promise<void> {
    for (const some of inStatements(sourceIds)) await this.#table.delete(oneOf('source_id', some));
  }

  /** Drops what nobody reads: each write leaves a version behind. */
  async tidy(): Promise<void> {
    await this.#table.optimize({ cleanupOlderThan: new Date() });
  }

  [Symbol.dispose](): void {
    this.#table.close();
  }
}
