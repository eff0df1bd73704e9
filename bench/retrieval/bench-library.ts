import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Embedder } from '../../src/engine/ports/embedder.ts';
import type { KnowledgeSnapshot, ScopedContext } from '../../src/engine/ports/knowledge.ts';
import { createLibrary } from '../../src/knowledge/create-library.ts';
import type { CurationOutcome, KnowledgeLibrary } from '../../src/knowledge/library.ts';

export interface BenchSource {
  readonly path: string;
  readonly content: string;
}

const CONTEXT_ID = 'ctx_bench';
export const never = new AbortController().signal;

/** A library of one context in a temporary folder, which goes when it is disposed. */
export class BenchLibrary implements AsyncDisposable {
  readonly library: KnowledgeLibrary;
  readonly #directory: string;
  #version: number | null = null;

  private constructor(library: KnowledgeLibrary, directory: string) {
    this.library = library;
    this.#directory = directory;
  }

  static async create(embedder?: Embedder): Promise<BenchLibrary> {
    const directory = await mkdtemp(join(tmpdir(), 'retrieval-'));
    const options = { uri: join(directory, 'knowledge'), blobDirectory: join(directory, 'blobs') };
    return new BenchLibrary(await createLibrary({ ...options, ...(embedder && { embedder }) }), directory);
  }

  get context(): ScopedContext {
    return { id: CONTEXT_ID, slug: 'bench', kind: 'search', version: this.#version };
  }

  /** Adds sources, replaces those of the same path. */
  async curate(sources: readonly BenchSource[]): Promise<CurationOutcome> {
    const upsert = [];
    for (const { path, content } of sources) {
      const { contentHash } = await this.library.putBlob(once(content), 2 ** 28);
      upsert.push({ sourceId: `src_${path.replaceAll(/\W/g, '_')}`, path, mediaType: 'text/markdown', contentHash });
    }
    const plan = { contextId: CONTEXT_ID, baseVersion: this.#version, upsert, remove: [] };
    const outcome = await this.library.curate(plan, () => {}, never);
    this.#version = outcome.version;
    return outcome;
  }

  open(): Promise<KnowledgeSnapshot> {
    return this.library.open([this.context]);
  }

  /** Of the index on disk. */
  async bytes(): Promise<number> {
    const directory = join(this.#directory, 'knowledge');
    const files = await readdir(directory, { recursive: true });
    const sizes = await Promise.all(files.map(async (file) => stat(join(directory, file))));
    return sizes.reduce((sum, each) => sum + (each.isFile() ? each.size : 0), 0);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.library[Symbol.asyncDispose]();
    await rm(this.#directory, { recursive: true, force: true });
  }
}

async function* once(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}
