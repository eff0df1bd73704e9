import { stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Connection } from './native.ts';

/**
 * Finds out whether the place where the tables are is there.
 * @throws Error when it is not, or does not answer.
 */
export async function reach(connection: Connection, uri: string): Promise<void> {
  const folder = localFolder(uri);
  // To the native library a folder that is gone is one without tables.
  if (folder === undefined) await connection.tableNames({ limit: 1 });
  else if (!(await stat(folder)).isDirectory()) throw new Error('the place of the index is not a folder');
}

function localFolder(uri: string): string | undefined {
  if (uri.startsWith('file:')) return fileURLToPath(uri);
  // One letter before a colon is a drive, more are the scheme of an object store.
  return /^[a-z][a-z0-9+.-]+:/i.test(uri) ? undefined : uri;
}
