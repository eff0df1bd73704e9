import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Embedder } from '../../src/engine/ports/embedder.ts';
import type { KnowledgeSnapshot, ScopedContext } from '../../src/engine/ports/knowledge.ts';
import { createLibrary, type LibrarySettings } from '../../src/knowledge/create-library.ts';
import type { CurationOutcome, KnowledgeLibrary, OnSourceCurated } from '../../src/knowledge/library.ts';

export const never = new AbortController().signal;

export interface FixtureSettings extends LibrarySettings {
  readonly embedder?: Embedder;
}

export interface CurateOptions {
  readonly base?: number | null;
  readonly remove?: readonly string[];
  readonly signal?: AbortSignal;
  readonly onSource?: OnSourceCurated;
}

/** A library in a folder of its own, removed when disposed. */
export class LibraryFixture implements AsyncDisposable {
  readonly library: KnowledgeLibrary;
  readonly directory: string;

  constructor(library: KnowledgeLibrary, directory: string) {
    this.library = library;
    this.directory = directory;
  }

  static async create(settings: FixtureSettings = {}): Promise<LibraryFixture> {
    const directory = await mkdtemp(join(tmpdir(), 'knowledge-'));
    return new LibraryFixture(await openIn(directory, settings), directory);
  }

  /** Sources by path; a source's id is derived from its path, so that curating a path again replaces it. */
  async curate(
    contextId: string,
    files: Readonly<Record<string, string | Uint8Array>>,
    { base = null, remove = [], signal = never, onSource = () => {} }: CurateOptions = {},
  ): Promise<CurationOutcome> {
    const upsert = [];
    for (const [path, content] of Object.entries(files)) {
      const bytes = typeof content === 'string' ? Buffer.from(content) : content;
      const { contentHash } = await this.library.putBlob(once(bytes), 64 * 1024 * 1024);
      upsert.push({ sourceId: sourceId(path), path, mediaType: 'application/octet-stream', contentHash });
    }
    const plan = { contextId, baseVersion: base, upsert, remove: remove.map(sourceId) };
    return this.library.curate(plan, onSource, signal);
  }

  open(...contexts: readonly (readonly [contextId: string, version: number | null])[]): Promise<KnowledgeSnapshot> {
    return this.library.open(contexts.map(([id, version]) => scoped(id, version)));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.library[Symbol.asyncDispose]();
    await rm(this.directory, { recursive: true, force: true });
  }
}

export function openIn(directory: string, { embedder, ...settings }: FixtureSettings = {}): Promise<KnowledgeLibrary> {
  const options = { uri: join(directory, 'knowledge'), blobDirectory: join(directory, 'blobs') };
  return createLibrary({ ...options, ...(embedder && { embedder }) }, settings);
}

export function scoped(id: string, version: number | null): ScopedContext {
  return { id, slug: id.replace('ctx_', ''), kind: 'search', version };
}

export function sourceId(path: string): string {
  return `src_${Buffer.from(path).toString('base64url')}`;
}

export async function pathsFound(snapshot: KnowledgeSnapshot, query: string, limit = 10): Promise<readonly string[]> {
  const hits = await snapshot.search({ query, limit }, never);
  return hits.map(({ chunk }) => chunk.sourcePath);
}

export async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
