import { extname } from 'node:path/posix';
import { GatewayError } from '../errors.ts';

export const MAX_PATH_LENGTH = 1_024;
/** UTF-8 bytes of a name between two slashes: what file systems allow. */
const MAX_NAME_BYTES = 255;

/** By name alone: what a source is taken for is decided by its content when it is curated. */
const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.md': 'text/markdown',
  '.markdown': 'text/markdown',
  '.txt': 'text/plain',
  '.text': 'text/plain',
  '.html': 'text/html',
  '.htm': 'text/html',
};

/**
 * A source's path as it is kept: relative, `/` between names, none of them empty, `.` or `..`.
 * @throws GatewayError `bad_request`
 */
export function checkSourcePath(path: string, field = 'path'): string {
  const refuse = (why: string) =>
    new GatewayError('bad_request', `The path ${JSON.stringify(path.slice(0, 120))} ${why}.`, { field });
  if (path.length === 0 || path.length > MAX_PATH_LENGTH) throw refuse(`must have 1 to ${MAX_PATH_LENGTH} characters`);
  if (/[\p{Cc}\p{Cs}]/u.test(path)) throw refuse('has control characters or broken ones; use plain text');
  if (path.includes('\\')) throw refuse('has a backslash; put / between folders');
  if (path.startsWith('/') || /^[a-z]:/i.test(path)) throw refuse('is absolute; give it relative to its context');
  for (const name of path.split('/')) {
    if (name === '' || name === '.' || name === '..') throw refuse('has an empty, "." or ".." part; name every folder');
    if (Buffer.byteLength(name) > MAX_NAME_BYTES) throw refuse(`has a name of more than ${MAX_NAME_BYTES} bytes`);
  }
  return path.normalize('NFC');
}

export function mediaTypeOf(path: string): string {
  return MEDIA_TYPES[extname(path).toLowerCase()] ?? 'application/octet-stream';
}
