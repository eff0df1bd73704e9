import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { createLibrary } from '../../src/knowledge/create-library.ts';
import type { KnowledgeLibrary } from '../../src/knowledge/library.ts';
import { DOCUMENTS_DIRECTORY, type Expected } from './expectations.ts';
import type { Read } from './judge.ts';

const never = new AbortController().signal;

/** Curates files on the thread and within the limits that the product reads them in. Dispose it to remove the index. */
export class FileReader implements AsyncDisposable {
  readonly #library: KnowledgeLibrary;
  readonly #directory: string;
  #contexts = 0;

  private constructor(library: KnowledgeLibrary, directory: string) {
    this.#library = library;
    this.#directory = directory;
  }

  static async create(): Promise<FileReader> {
    const directory = await mkdtemp(join(tmpdir(), 'formats-'));
    const at = { uri: join(directory, 'knowledge'), blobDirectory: join(directory, 'blobs') };
    return new FileReader(await createLibrary(at), directory);
  }

  /** Reads the files of one expectation into a context of their own. */
  async read({ path, kind }: Expected): Promise<Read> {
    const id = `ctx_${(this.#contexts += 1)}`;
    const upsert = [];
    for (const each of kind === 'folder' ? await filesBelow(path) : [path]) {
      const bytes = await readFile(join(DOCUMENTS_DIRECTORY, each));
      const { contentHash } = await this.#library.putBlob(once(bytes), 2 ** 28);
      upsert.push({ sourceId: `src_${upsert.length}`, path: each, mediaType: 'application/octet-stream', contentHash });
    }
    const plan = { contextId: id, baseVersion: null, upsert, remove: [] };
    const { version, sources } = await this.#library.curate(plan, () => {}, never);
    using reading = await this.#library.read({ id, slug: id, kind: 'search', version });
    const chunks = kind === 'facts' ? await reading.chunks({ first: 100_000 }) : [];
    const text = kind === 'facts' ? ((await reading.source(path))?.text ?? '') : '';
    return { outcomes: sources, text, chunks };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#library[Symbol.asyncDispose]();
    await rm(this.#directory, { recursive: true, force: true });
  }
}

async function filesBelow(folder: string): Promise<readonly string[]> {
  const entries = await readdir(join(DOCUMENTS_DIRECTORY, folder), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(DOCUMENTS_DIRECTORY, join(entry.parentPath, entry.name)));
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
