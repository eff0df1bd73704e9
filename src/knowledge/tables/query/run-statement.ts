import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import type { CellValue, TableColumn } from '../../../engine/ports/tables.ts';
import { isJsonObject } from '../../../lib/json.ts';
import { faultOfStatement } from './check-statement.ts';
import { loadTable } from './load-table.ts';
import { NEEDS_TOO_MUCH, type TableJob, type TableOutcome } from './protocol.ts';
import { toAnswer } from './to-cells.ts';

/** A database of little memory that puts nothing on disk: no size of its temporary folder would keep it from that. */
const CONTAINED = {
  temp_directory: '',
  allow_community_extensions: 'false',
  autoinstall_known_extensions: 'false',
  autoload_known_extensions: 'false',
  memory_limit: '256MB',
  threads: '1',
};
/** From then on it reaches nothing beyond itself, and nothing of that can be changed any more. */
const LOCKING = ['SET enable_external_access = false', 'SET lock_configuration = true'];
const SERIALISE = 'SELECT json_serialize_sql(?::VARCHAR)::VARCHAR';
const MAX_FAULT = 300;

/** Answers one question in a database of its own. Throws nothing that its author can mend. */
export async function runStatement({ columns, rows, sql, limit }: TableJob): Promise<TableOutcome> {
  const instance = await DuckDBInstance.create(':memory:', CONTAINED);
  try {
    const connection = await instance.connect();
    for (const statement of LOCKING) await connection.run(statement);
    const fault = await faultOf(connection, sql);
    if (fault !== undefined) return { fault };
    await loadTable(
      connection,
      JSON.parse(columns) as readonly TableColumn[],
      JSON.parse(rows) as readonly (readonly CellValue[])[],
    );
    const reader = await connection.streamAndReadUntil(sql, limit + 1);
    return { answer: toAnswer(reader.deduplicatedColumnNames(), reader.getRows(), limit) };
  } catch (error) {
    const said = error instanceof Error ? readable(error.message) : undefined;
    if (said === undefined) throw error;
    return { fault: said };
  } finally {
    instance.closeSync();
  }
}

async function faultOf(connection: DuckDBConnection, sql: string): Promise<string | undefined> {
  const serialised = await connection.runAndReadAll(SERIALISE, [sql]);
  const tree: unknown = JSON.parse(String(serialised.getRows()[0]?.[0]));
  if (!isJsonObject(tree)) throw new TypeError('a syntax tree is an object');
  return faultOfStatement(tree);
}

/** The engine's own words where they are about the statement; its first line, without the excerpt below. */
function readable(message: string): string | undefined {
  if (message.startsWith('Out of Memory Error')) return NEEDS_TOO_MUCH;
  const known =
    /^(?:Parser|Binder|Catalog|Conversion|Out of Range|Invalid Input|Not implemented|Constraint|Mismatch Type) Error: ([^\n]*)/.exec(
      message,
    );
  return known?.[1] === undefined ? undefined : known[1].slice(0, MAX_FAULT);
}
