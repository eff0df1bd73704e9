import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { GatewayError } from '../errors.ts';
import type { Blob } from './library.ts';

/** Bytes kept under the hash of their content, each once, in a local folder. */
export class BlobStore {
  readonly #directory: string;

  constructor(directory: string) {
    this.#directory = directory;
  }

  /**
   * Keeps a stream of bytes. Until all of it is on the disk it has no name that a reader would find, so a crash or a
   * failing stream leaves nothing but a temporary file, and that is removed.
   * @throws GatewayError `payload_too_large` past `maxBytes`.
   */
  async put(bytes: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Blob> {
    await mkdir(join(this.#directory, 'incoming'), { recursive: true });
    const incoming = join(this.#directory, 'incoming', randomUUID());
    const hash = createHash('sha256');
    let byteSize = 0;
    try {
      const file = await open(incoming, 'wx');
      try {
        for await (const part of bytes) {
          byteSize += part.byteLength;
          if (byteSize > maxBytes) throw tooLarge(maxBytes);
          hash.update(part);
          await file.writeFile(part);
        }
        await file.sync();
      } finally {
        await file.close();
      }
      const contentHash = hash.digest('hex');
      await this.#publish(incoming, contentHash, byteSize);
      return { contentHash, byteSize };
    } finally {
      await rm(incoming, { force: true });
    }
  }

  /** Bytes that are kept under a hash, or undefined where there are none. */
  async trySize(contentHash: string): Promise<number | undefined> {
    return (await ifThere(stat(this.#path(contentHash))))?.size;
  }

  /** The bytes under a hash, or undefined where nothing is kept under it. */
  async tryRead(contentHash: string): Promise<Uint8Array | undefined> {
    return ifThere(readFile(this.#path(contentHash)));
  }

  async #publish(incoming: string, contentHash: string, byteSize: number): Promise<void> {
    const path = this.#path(contentHash);
    if ((await ifThere(stat(path)))?.size === byteSize) return;
    await mkdir(dirname(path), { recursive: true });
    await rename(incoming, path);
    await syncDirectory(dirname(path));
  }

  /** Two characters of folder keep any one folder small. The hash is checked: it becomes a path. */
  #path(contentHash: string): string {
    if (!/^[0-9a-f]{64}$/.test(contentHash)) throw new RangeError('a content hash is 64 hexadecimal digits');
    return join(this.#directory, contentHash.slice(0, 2), contentHash);
  }
}

function tooLarge(maxBytes: number): GatewayError {
  return new GatewayError('payload_too_large', `The source is larger than ${maxBytes} bytes. Split it into several.`, {
    field: 'content',
  });
}

async function ifThere<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** A rename is durable only once its folder is. Not every platform can open a folder for that. */
async function syncDirectory(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const directory = await open(path, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}
