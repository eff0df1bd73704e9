import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import busboy from 'busboy';
import { GatewayError } from '../../errors.ts';
import type { SourceInput } from '../../runtime/services.ts';

/** Files of one request. */
const MAX_FILES = 1_000;

export function isUpload(request: Request): boolean {
  return request.headers.get('content-type')?.toLowerCase().startsWith('multipart/form-data') === true;
}

/**
 * Hands the files of a multipart request to `take`, one after the other, as they arrive: nothing is held in memory but
 * what `take` has not read yet. A file's path is its file name, folders included, or the `path` field before it.
 * @throws what `take` throws, or GatewayError `bad_request` for a form that is broken or cut off
 */
export async function readUpload<T>(
  request: Request,
  take: (source: SourceInput) => Promise<T>,
): Promise<readonly T[]> {
  const parser = createParser(request);
  const stop = new AbortController();
  const taken: T[] = [];
  let path: string | undefined;
  let previous = Promise.resolve();

  const takeAfter = async (before: Promise<void>, source: SourceInput) => {
    await before;
    if (stop.signal.aborted) return;
    try {
      taken.push(await take(source));
    } catch (error) {
      stop.abort(error);
    }
  };
  parser.on('field', (name, value) => {
    if (name === 'path') path = value;
  });
  parser.on('file', (_field, content, { filename, mimeType: mediaType }) => {
    // A cut form destroys the file with an error; the one who reads it sees that, and without a reader it is moot.
    content.on('error', () => {});
    previous = takeAfter(previous, { path: path ?? filename ?? '', content, mediaType });
    path = undefined;
  });
  parser.on('filesLimit', () => {
    stop.abort(new GatewayError('payload_too_large', `Send at most ${MAX_FILES} files at once.`));
  });

  const body = Readable.fromWeb((request.body ?? new ReadableStream()) as NodeReadableStream);
  try {
    await pipeline(body, parser, { signal: stop.signal });
  } catch (error) {
    await previous;
    // A file that was cut off fails in its reader's hands too; what that makes of it is not the cause.
    const isRefusal = stop.signal.reason instanceof GatewayError && stop.signal.reason.code !== 'internal';
    if (isRefusal || (stop.signal.aborted && (error as Error).name === 'AbortError')) throw stop.signal.reason;
    throw new GatewayError('bad_request', 'The form is broken or was cut off; send it again.', { cause: error });
  }
  await previous;
  stop.signal.throwIfAborted();
  if (taken.length === 0) throw new GatewayError('bad_request', 'The form holds no file.', { field: 'file' });
  return taken;
}

function createParser(request: Request): busboy.Busboy {
  try {
    return busboy({
      headers: { 'content-type': request.headers.get('content-type') ?? '' },
      preservePath: true,
      defParamCharset: 'utf8',
      limits: { files: MAX_FILES, fields: MAX_FILES, fieldSize: 4_096, parts: 2 * MAX_FILES },
    });
  } catch (cause) {
    throw new GatewayError('bad_request', 'The form has no boundary in its content type.', {
      field: 'Content-Type',
      cause,
    });
  }
}
