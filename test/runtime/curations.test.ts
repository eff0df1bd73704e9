import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { generateDocuments } from '../../bench/curation/documents.ts';
import { Disposables } from '../../src/lib/disposables.ts';
import type { CurationEvent } from '../../src/runtime/services.ts';
import { openDatabase } from '../../src/store/database.ts';
import { createServerDatabase, TEST_DATABASE_URL } from '../support/database.ts';
import { openTestRuntime, type TestRuntime } from '../support/gateway.ts';

async function fill({ runtime: { services, viewer } }: TestRuntime, slug: string, files: number): Promise<void> {
  await services.contexts.create({ slug }, viewer);
  for (const { path, text } of generateDocuments(files, 3_000)) {
    await services.contexts.addSource(slug, { path, content: text }, viewer);
  }
}

async function curate({ runtime: { services, viewer } }: TestRuntime, slug: string) {
  const events: CurationEvent[] = [];
  for await (const event of services.contexts.curate(slug, viewer)) events.push(event);
  const read = events.flatMap(({ source }) => source?.path ?? []);
  return { read, first: events[0]?.curation, last: events.at(-1)?.curation };
}

const chunksOf = ({ runtime: { services, viewer } }: TestRuntime, slug: string) =>
  services.contexts.knowledge(slug, { first: 10_000 }, viewer);

async function temporaryDirectory(stack: Disposables): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'knowql-curations-'));
  stack.defer(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

describe('a curation', () => {
  it('that its gateway shut down amid is gone on with by the next one, by itself', async () => {
    await using stack = new Disposables();
    const directory = await temporaryDirectory(stack);
    const open = async () =>
      openTestRuntime({ directory, db: await openDatabase({ directory: join(directory, 'database') }) });
    let stopped: CurationEvent | undefined;
    {
      await using gateway = await open();
      await fill(gateway, 'docs', 200);
      const { services, viewer } = gateway.runtime;
      let closing: PromiseLike<void> | undefined;
      let ended = 0;
      for await (const event of services.contexts.curate('docs', viewer)) {
        stopped = event;
        ended += event.source === null ? 0 : 1;
        if (ended === 120) closing ??= gateway[Symbol.asyncDispose]();
      }
      await closing;
      expect(stopped?.curation).toMatchObject({ status: 'running', error: null });
    }
    await using gateway = await open();
    const { read, last } = await curate(gateway, 'docs');
    expect(last).toMatchObject({ id: stopped?.curation.id, status: 'completed', total: 200, parsed: 200 });
    expect(last?.resumed).toBeGreaterThan(0);
    expect(read.length).toBe(200 - (last?.resumed ?? 0));
    expect((await gateway.runtime.db.prisma.curation.findMany()).map(({ takeovers }) => takeovers)).toEqual([0]);
    expect(gateway.faults).toEqual([]);
  });

  it('that fails shows nothing of itself, and leaves its work to the next one', async () => {
    await using gateway = await openTestRuntime();
    await fill(gateway, 'docs', 150);
    const { services, viewer, db } = gateway.runtime;
    const before = await services.contexts.get('docs', viewer);
    // The last step of a curation, and no other, writes this column.
    await db.prisma.$executeRaw`ALTER TABLE contexts ADD CONSTRAINT sealed CHECK (live_version IS NULL)`;
    const failed = await curate(gateway, 'docs');
    expect(failed.last).toMatchObject({ status: 'failed', version: null });
    expect(failed.last?.error).not.toMatch(/sealed|constraint|sql/i);
    expect(failed.read).toHaveLength(150);
    expect(await services.contexts.get('docs', viewer)).toMatchObject({ queryable: before.queryable, curatedAt: null });
    expect((await services.contexts.sources('docs', viewer)).every(({ status }) => status === 'pending')).toBe(true);
    expect(await chunksOf(gateway, 'docs')).toEqual([]);

    await db.prisma.$executeRaw`ALTER TABLE contexts DROP CONSTRAINT sealed`;
    const { read, last } = await curate(gateway, 'docs');
    expect(read).toEqual([]);
    expect(last).toMatchObject({ status: 'completed', parsed: 150, resumed: 150 });
    expect((await chunksOf(gateway, 'docs')).length).toBe(last?.chunks);
    expect(gateway.faults).toHaveLength(1);
  });

  it('reads every source anew when the manifest changed, and only then', async () => {
    await using gateway = await openTestRuntime();
    await fill(gateway, 'docs', 6);
    const { services, viewer } = gateway.runtime;
    const first = await curate(gateway, 'docs');
    expect((await curate(gateway, 'docs')).last).toMatchObject({
      unchanged: 6,
      total: 0,
      version: first.last?.version,
    });
    await services.contexts.update('docs', { manifest: { chunking: { size: 200 } } }, viewer);
    expect((await curate(gateway, 'docs')).last).toMatchObject({ unchanged: 6, total: 0 }); // as it is by default

    await services.contexts.update('docs', { manifest: { chunking: { size: 50, overlap: 10 } } }, viewer);
    const second = await curate(gateway, 'docs');
    expect(second.last).toMatchObject({ unchanged: 0, total: 6, parsed: 6 });
    expect(second.last?.chunks).toBeGreaterThan(2 * (first.last?.chunks ?? 0));
    expect((await curate(gateway, 'docs')).last).toMatchObject({ unchanged: 6, total: 0 });
    const context = await services.contexts.get('docs', viewer);
    expect(context).toMatchObject({
      manifest: { chunking: { size: 50, overlap: 10 } },
      effectiveManifest: { chunking: { strategy: 'headings', size: 50, overlap: 10 }, languages: [] },
    });
    const text = (await services.contexts.readSource('docs', 'folder-00/document-000000.md', viewer))?.text;
    expect(text).toBe([...generateDocuments(1, 3_000)][0]?.text);
  });

  it('leaves questions that the context answers', async () => {
    await using gateway = await openTestRuntime();
    await fill(gateway, 'docs', 8);
    const { services, viewer } = gateway.runtime;
    expect((await services.contexts.get('docs', viewer)).sampleQueries).toEqual([]);
    await curate(gateway, 'docs');
    const { sampleQueries } = await services.contexts.get('docs', viewer);
    expect(sampleQueries).toHaveLength(6);
    const [query = ''] = sampleQueries;
    const turn = await services.turns.submit({ ask: query, scope: ['docs'] }, { viewer });
    const { citations, rollup } = await services.turns.wait(turn.id, viewer, new AbortController().signal);
    expect(rollup?.totalHits).toBeGreaterThan(0);
    expect(citations.length).toBeGreaterThan(0);
  });

  it('refuses a manifest that is none when it is set, naming the member', async () => {
    await using gateway = await openTestRuntime();
    const { services, viewer } = gateway.runtime;
    const manifest = { chunking: { size: 1 } };
    const fault = { code: 'bad_request', field: 'manifest.chunking.size' };
    await expect(services.contexts.create({ slug: 'docs', manifest }, viewer)).rejects.toMatchObject(fault);
    expect(await services.contexts.list(viewer)).toEqual([]);
    await services.contexts.create({ slug: 'docs' }, viewer);
    await expect(services.contexts.update('docs', { manifest }, viewer)).rejects.toMatchObject(fault);
  });
});

describe.skipIf(TEST_DATABASE_URL === undefined)('two gateways on one database (PostgreSQL)', () => {
  it('do one curation when both are asked for it at once', async () => {
    await using stack = new Disposables();
    const server = stack.use(await createServerDatabase());
    const directory = await temporaryDirectory(stack);
    const open = async () =>
      stack.use(await openTestRuntime({ directory, db: await openDatabase({ url: server.url }) }));
    const [one, other] = [await open(), await open()];
    await fill(one, 'docs', 120);
    const [first, second] = await Promise.all([curate(one, 'docs'), curate(other, 'docs')]);

    expect(first.last).toMatchObject({ status: 'completed', parsed: 120 });
    expect(second.last).toEqual(first.last);
    expect(first.read.length + second.read.length).toBe(120);
    const chunks = await chunksOf(one, 'docs');
    expect(await chunksOf(other, 'docs')).toEqual(chunks);
    expect(chunks.length).toBe(first.last?.chunks);
    expect(new Set(chunks.map(({ id }) => id)).size).toBe(chunks.length);
    expect([...one.faults, ...other.faults]).toEqual([]);
  });
});
