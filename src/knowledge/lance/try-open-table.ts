import type { Connection, Table } from './native.ts';

/** Undefined where there is no table of that name. */
export async function tryOpenTable(connection: Connection, name: string): Promise<Table | undefined> {
  try {
    return await connection.openTable(name);
  } catch (error) {
    if (error instanceof Error && error.message.startsWith(`Table '${name}' was not found`)) return undefined;
    throw error;
  }
}
