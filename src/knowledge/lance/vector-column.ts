import type { Table } from './native.ts';

/** The columns that a table has once it was embedded: a chunk's vector, and the key of the text that it is of. */
export const VECTOR = 'vector';
export const VECTOR_KEY = 'vector_key';
/** Of the column's metadata; it is part of each table version. */
const EMBEDDER = 'embedder';

/** What a vector column is of. */
export interface VectorStamp {
  /** `Embedder.id`. */
  readonly id: string;
  readonly dimension: number;
}

/** Which embedder a table's vectors are of; undefined for a table without. */
export async function stampOf(table: Table): Promise<string | undefined> {
  const { fields } = await table.schema();
  return fields.find(({ name }) => name === VECTOR)?.metadata.get(EMBEDDER);
}

/** Gives a table room for an embedder's vectors, all missing so far; what another one left is dropped. */
export async function stamp(table: Table, { id, dimension }: VectorStamp): Promise<void> {
  const stamped = await stampOf(table);
  if (stamped === id) return;
  if (stamped !== undefined) await table.dropColumns([VECTOR, VECTOR_KEY]);
  await table.addColumns([
    { name: VECTOR, valueSql: `arrow_cast(NULL, 'FixedSizeList(${dimension}, Float32)')` },
    { name: VECTOR_KEY, valueSql: "arrow_cast(NULL, 'Utf8')" },
  ]);
  await table.updateFieldMetadata([{ path: VECTOR, metadata: { [EMBEDDER]: id } }]);
}

/** How many chunks a stamped table has that were added since and not embedded. */
export function countMissing(table: Table): Promise<number> {
  return table.countRows(`${VECTOR_KEY} IS NULL`);
}
