import { Binary, Field, Schema } from 'apache-arrow';
import type { Fitting, StoredLexicon } from '../lexicon/lexicon.ts';
import { tableName } from './chunk-table.ts';
import { int32, utf8 } from './fields.ts';
import type { Connection, Table } from './native.ts';
import { tryOpenTable } from './try-open-table.ts';

/**
 * One row for each version of a context's chunk table that can be read: a lexicon belongs to the version whose number
 * it bears, and is written before that number is handed out.
 */
const binary = (name: string) => new Field(name, new Binary(), false);
const SCHEMA = new Schema([
  int32('version'),
  int32('fitted'),
  int32('changed'),
  binary('terms'),
  binary('offsets'),
  binary('counts'),
  /** 0 where no space was fitted. */
  int32('dimension'),
  utf8('space_terms'),
  binary('directions'),
  binary('scales'),
]);

export interface LexiconRow extends StoredLexicon, Fitting {
  readonly space: StoredLexicon['space'];
}

export function lexiconTableName(contextId: string): string {
  return `${tableName(contextId)}_lexicon`;
}

/** The lexicon of one version; undefined for an index that was built without. */
export async function tryReadLexicon(
  connection: Connection,
  contextId: string,
  version: number,
): Promise<LexiconRow | undefined> {
  const table = await tryOpenTable(connection, lexiconTableName(contextId));
  if (table === undefined) return undefined;
  try {
    const rows: Record<string, unknown>[] = await table.query().where(`version = ${version}`).limit(1).toArray();
    return rows.map(toLexicon)[0];
  } finally {
    table.close();
  }
}

/** Forgets lexicons of versions that nobody will read: of unfinished builds on `base`, and of those `before` it too. */
export async function pruneLexicons(
  connection: Connection,
  contextId: string,
  { base, before }: { readonly base: number | null; readonly before: boolean },
): Promise<void> {
  const table = await tryOpenTable(connection, lexiconTableName(contextId));
  if (table === undefined) return;
  try {
    await table.delete(base === null ? 'true' : before ? `version <> ${base}` : `version > ${base}`);
    // Rows and files only go with the table's own versions; nobody reads those by number.
    if (before) await table.optimize({ cleanupOlderThan: new Date() });
  } finally {
    table.close();
  }
}

export async function writeLexicon(
  connection: Connection,
  contextId: string,
  version: number,
  { counts, space, fitted, changed }: LexiconRow,
): Promise<void> {
  const name = lexiconTableName(contextId);
  const table: Table = (await tryOpenTable(connection, name)) ?? (await connection.createEmptyTable(name, SCHEMA));
  try {
    await table.add([
      {
        version,
        fitted,
        changed,
        terms: Buffer.from(counts.terms),
        offsets: bytesOf(counts.offsets),
        counts: bytesOf(counts.counts),
        dimension: space?.dimension ?? 0,
        space_terms: space?.terms ?? '',
        directions: bytesOf(space?.directions ?? new Int8Array()),
        scales: bytesOf(space?.scales ?? new Float32Array()),
      },
    ]);
  } finally {
    table.close();
  }
}

function toLexicon(row: Record<string, unknown>): LexiconRow {
  const bytes = (name: string) => Uint8Array.from(row[name] as Uint8Array); // at an address of its own, so aligned
  const dimension = Number(row['dimension']);
  return {
    fitted: Number(row['fitted']),
    changed: Number(row['changed']),
    counts: {
      terms: bytes('terms'),
      offsets: new Uint32Array(bytes('offsets').buffer),
      counts: new Uint32Array(bytes('counts').buffer),
    },
    space:
      dimension === 0
        ? undefined
        : {
            dimension,
            terms: String(row['space_terms']),
            directions: new Int8Array(bytes('directions').buffer),
            scales: new Float32Array(bytes('scales').buffer),
          },
  };
}

function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Buffer {
  return Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength);
}
