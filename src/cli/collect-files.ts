import type { Dirent } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { GatewayError } from '../errors.ts';
import type { Upload } from './client/client.ts';

export interface CollectedFiles {
  /** In the order of their paths. */
  readonly uploads: readonly Upload[];
  /** What was left out, one sentence each. */
  readonly notes: readonly string[];
}

/**
 * The files to load for the paths of a command line. A folder's files get their path inside the folder, a file its
 * name. Inside folders, dot files, `node_modules` and symbolic links are left out, with a note.
 * @throws GatewayError when a path does not exist or two files would get the same path in the context.
 */
export async function collectFiles(paths: readonly string[]): Promise<CollectedFiles> {
  const uploads: Upload[] = [];
  const notes: string[] = [];
  for (const path of paths) {
    const file = resolve(path);
    const stats = await lstat(file).catch((cause: unknown) => {
      throw new GatewayError('bad_request', `There is nothing readable at ${path}.`, { cause });
    });
    if (stats.isDirectory()) await collectFolder(file, '', uploads, notes);
    else if (stats.isFile()) uploads.push({ path: basename(file), file });
    else notes.push(`${path} is neither a file nor a folder; left out.`);
  }
  return { uploads: withoutDoubles(uploads).toSorted((a, b) => (a.path < b.path ? -1 : 1)), notes };
}

async function collectFolder(folder: string, prefix: string, uploads: Upload[], notes: string[]): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = `${prefix}${entry.name}`;
    const reason = reasonToSkip(entry);
    if (reason !== undefined) notes.push(`${path} ${reason}; left out.`);
    else if (entry.isDirectory()) await collectFolder(join(folder, entry.name), `${path}/`, uploads, notes);
    else uploads.push({ path, file: join(folder, entry.name) });
  }
}

function reasonToSkip(entry: Dirent): string | undefined {
  if (entry.name.startsWith('.')) return 'is hidden';
  if (entry.name === 'node_modules') return 'holds installed packages';
  if (entry.isSymbolicLink()) return 'is a symbolic link';
  return entry.isDirectory() || entry.isFile() ? undefined : 'is neither a file nor a folder';
}

/** A file that is named twice counts once; two files for one path would replace each other unseen. */
function withoutDoubles(uploads: readonly Upload[]): readonly Upload[] {
  const byPath = new Map<string, Upload>();
  for (const upload of uploads) {
    const other = byPath.get(upload.path) ?? upload;
    if (other.file !== upload.file) {
      throw new GatewayError(
        'bad_request',
        `${other.file} and ${upload.file} would both become "${upload.path}" in the context. Load the folder above them instead.`,
      );
    }
    byPath.set(upload.path, upload);
  }
  return [...byPath.values()];
}
