import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import type { Compiler } from '../../src/engine/ports/compiler.ts';
import type { ModelCatalog } from '../../src/engine/ports/model.ts';
import { type Clock, systemClock } from '../../src/lib/clock.ts';
import { Disposables } from '../../src/lib/disposables.ts';
import { createLifecycle, type Lifecycle } from '../../src/runtime/lifecycle.ts';
import { openRuntime, type Runtime, type Vigilance } from '../../src/runtime/open-runtime.ts';
import { type Server, startServer } from '../../src/serve.ts';
import type { Database } from '../../src/store/database.ts';
import { openEmbedded } from './database.ts';

export interface TestRuntime extends AsyncDisposable {
  readonly runtime: Runtime;
  readonly lifecycle: Lifecycle;
  /** Everything that failed with nobody to tell. A test that ends with any of these has missed something. */
  readonly faults: readonly unknown[];
  /** Creates a context, adds these sources by path, and curates it. */
  addContext(slug: string, sources: Readonly<Record<string, string>>): Promise<void>;
}

export interface TestRuntimeOptions {
  /** The runtime's from now on. By default an embedded one in memory. */
  readonly db?: Database;
  /** Shared knowledge of several runtimes; by default a folder of its own that goes with it. */
  readonly directory?: string;
  readonly clock?: Clock;
  readonly models?: ModelCatalog;
  readonly compiler?: Compiler;
  readonly vigilance?: Vigilance;
  /** How long running turns may go on when the server shuts down. */
  readonly shutdownMs?: number;
  /** Address that the gateway listens on; by default the loopback. */
  readonly host?: string;
}

/** The real parts behind the surfaces, on a disposable folder. */
export async function openTestRuntime(options: TestRuntimeOptions = {}): Promise<TestRuntime> {
  await using stack = new Disposables();
  const directory = options.directory ?? (await mkdtemp(join(tmpdir(), 'knowql-')));
  if (options.directory === undefined) stack.defer(() => rm(directory, { recursive: true, force: true }));
  const db = stack.use(options.db ?? (await openEmbedded()));
  const lifecycle = createLifecycle();
  const faults: unknown[] = [];
  lifecycle.on('fault', (fault) => faults.push(fault));
  const config = { knowledgeUri: join(directory, 'knowledge'), blobDirectory: join(directory, 'blobs') };
  const { clock = systemClock, models, compiler, vigilance } = options;
  const runtime = stack.use(
    await openRuntime({
      config,
      db,
      lifecycle,
      clock,
      ...(models === undefined ? {} : { models }),
      ...(compiler === undefined ? {} : { compiler }),
      ...(vigilance === undefined ? {} : { vigilance }),
    }),
  );
  const owned = stack.move();
  return {
    runtime,
    lifecycle,
    faults,
    addContext: (slug, sources) => addContext(runtime, slug, sources),
    [Symbol.asyncDispose]: () => owned[Symbol.asyncDispose](),
  };
}

export interface TestGateway extends TestRuntime {
  readonly server: Server;
  readonly url: string;
}

/** The same behind a listening socket. */
export async function openTestGateway(options: TestRuntimeOptions = {}): Promise<TestGateway> {
  await using stack = new Disposables();
  const opened = stack.use(await openTestRuntime(options));
  const server = await startServer({
    config: {
      host: options.host ?? '127.0.0.1',
      port: 0,
      corsOrigins: [],
      shutdownMs: options.shutdownMs ?? 0,
    },
    runtime: opened.runtime,
    pages: join(import.meta.dirname, '../../dist/web'),
    clock: options.clock ?? systemClock,
    logger: { error: (fields: object) => (opened.faults as unknown[]).push(fields) },
  });
  stack.defer(() => server.shutDown());
  const owned = stack.move();
  return { ...opened, server, url: server.url, [Symbol.asyncDispose]: () => owned[Symbol.asyncDispose]() };
}

async function addContext(
  { services, viewer }: Runtime,
  slug: string,
  sources: Readonly<Record<string, string>>,
): Promise<void> {
  const { contexts } = services;
  await contexts.create({ slug }, viewer);
  for (const [path, content] of Object.entries(sources)) await contexts.addSource(slug, { path, content }, viewer);
  for await (const { curation } of contexts.curate(slug, viewer)) {
    if (curation.status === 'failed') throw new Error(`curating ${slug}: ${curation.error}`);
  }
}

/** The files of one of the bundled sample contexts, by path. */
export async function sampleSources(slug: string): Promise<Readonly<Record<string, string>>> {
  const root = join(import.meta.dirname, '../../samples', slug);
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const texts = await Promise.all(
    files.map(async (file) => [relative(root, file).split(sep).join('/'), await readFile(file, 'utf8')] as const),
  );
  return Object.fromEntries(texts);
}
