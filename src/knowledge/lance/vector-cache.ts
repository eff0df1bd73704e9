import { Field, FixedSizeList, Float32, Int32, Schema, Utf8 } from 'apache-arrow';
import { inStatements, oneOf, tableName } from './chunk-table.ts';
import type { Connection, Table } from './native.ts';
import { tryOpenTable } from './try-open-table.ts';
import { stampOf, VECTOR, VECTOR_KEY, type VectorStamp } from './vector-column.ts';

const NO_BASE = -1;

export function vectorCacheName(contextId: string): string {
  return `${tableName(contextId)}_embedding`;
}

/**
 * The vectors that were paid for while a context is built on one base version: a curation that fails or is killed finds
 * them when it starts over. Once the base has moved on they are in it, and the cache is dropped; so it is never larger
 * than what one curation embeds.
 */
export class VectorCache implements Disposable {
  readonly #table: Table;
  readonly #base: number;

  private constructor(table: Table, base: number) {
    this.#table = table;
    this.#base = base;
  }

  static async open(
    connection: Connection,
    contextId: string,
    { base, embedder }: { readonly base: number | null; readonly embedder: VectorStamp },
  ): Promise<VectorCache> {
    const name = vectorCacheName(contextId);
    const wanted = base ?? NO_BASE;
    const left = await tryOpenTable(connection, name);
    if (left !== undefined && (await isOf(left, wanted, embedder))) return new VectorCache(left, wanted);
    left?.close();
    return new VectorCache(await connection.createEmptyTable(name, schemaOf(embedder), { mode: 'overwrite' }), wanted);
  }

  async find(keys: readonly string[]): Promise<ReadonlyMap<string, Float32Array>> {
    return findVectors(this.#table, keys);
  }

  async add(vectors: ReadonlyMap<string, Float32Array>): Promise<void> {
    await this.#table.add(
      [...vectors].map(([key, vector]) => ({ base: this.#base, [VECTOR_KEY]: key, [VECTOR]: vector })),
    );
  }

  [Symbol.dispose](): void {
    this.#table.close();
  }
}

/** The vectors that a table has under any of the keys. */
export async function findVectors(table: Table, keys: readonly string[]): Promise<ReadonlyMap<string, Float32Array>> {
  const found = new Map<string, Float32Array>();
  for (const some of inStatements(keys)) {
    const rows: Record<string, unknown>[] = await table
      .query()
      .where(oneOf(VECTOR_KEY, some))
      .select([VECTOR_KEY, VECTOR])
      .toArray();
    for (const row of rows) found.set(String(row[VECTOR_KEY]), Float32Array.from(row[VECTOR] as Iterable<number>));
  }
  return found;
}

async function isOf(table: Table, base: number, { id }: VectorStamp): Promise<boolean> {
  return (await stampOf(table)) === id && (await table.countRows(`base <> ${base}`)) === 0;
}

function schemaOf({ id, dimension }: VectorStamp): Schema {
  const vector = new FixedSizeList(dimension, new Field('item', new Float32(), true));
  return new Schema([
    new Field('base', new Int32(), false),
    new Field(VECTOR_KEY, new Utf8(), false),
    new Field(VECTOR, vector, false, new Map([['embedder', id]])),
  ]);
}
