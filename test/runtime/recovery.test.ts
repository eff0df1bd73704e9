import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { Disposables } from '../../src/lib/disposables.ts';
import { createIdFactory } from '../../src/lib/ids.ts';
import { createLifecycle } from '../../src/runtime/lifecycle.ts';
import { openRuntime, type Runtime } from '../../src/runtime/open-runtime.ts';
import { openDatabase } from '../../src/store/database.ts';
import { insertTurn } from '../../src/store/insert-turn.ts';
import { newTurn } from '../store/seed.ts';

const { signal } = new AbortController();

/** A gateway's data directory, and what is opened on it one time after the other. */
async function dataDirectory() {
  const home = await mkdtemp(join(tmpdir(), 'knowql-recovery-'));
  const config = { knowledgeUri: join(home, 'knowledge'), blobDirectory: join(home, 'blobs') };
  return {
    async open() {
      await using stack = new Disposables();
      const db = stack.use(await openDatabase({ directory: join(home, 'database') }));
      const lifecycle = createLifecycle();
      const reaped: string[] = [];
      lifecycle.on('turn:reaped', ({ queryId }) => reaped.push(queryId));
      const runtime = stack.use(await openRuntime({ config, db, lifecycle }));
      const owned = stack.move();
      return { runtime, reaped, [Symbol.asyncDispose]: () => owned[Symbol.asyncDispose]() };
    },
    [Symbol.asyncDispose]: () => rm(home, { recursive: true, force: true }),
  };
}

async function addContext({ services, viewer }: Runtime) {
  const { contexts } = services;
  const context = await contexts.create({ slug: 'contracts' }, viewer);
  await contexts.addSource('contracts', { path: 'msa.md', content: '# Terms\n\nAcme pays net 30 days.\n' }, viewer);
  for await (const { curation } of contexts.curate('contracts', viewer)) expect(curation.error).toBeNull();
  return context;
}

test('what a dead process left on an embedded database ends as it is opened, what waited is run, and a curation goes on', async () => {
  await using directory = await dataDirectory();
  const newId = createIdFactory({ now: () => new Date() });
  const inAnHour = new Date(Date.now() + 3_600_000);
  const seeded = { held: newId('qry'), waiting: newId('qry'), curation: newId('cur') };
  {
    await using before = await directory.open();
    const { db, viewer } = before.runtime;
    const { id: contextId, slug } = await addContext(before.runtime);
    // As a killed process leaves them: held far into the future, or waiting for a worker.
    await before.runtime.drain(0);
    const turn = (id: string, lease: Parameters<typeof newTurn>[1]) =>
      newTurn(
        { id: contextId, slug },
        { id, sessionId: newId('ses'), workspaceId: viewer.workspaceId, createdAt: new Date(), ...lease },
      );
    await insertTurn(db, turn(seeded.held, { lease: { owner: 'worker_dead', expiresAt: inAnHour } }));
    await insertTurn(db, turn(seeded.waiting, { lease: null }));
    await db.prisma.curation.create({
      data: {
        id: seeded.curation,
        contextId,
        startedAt: new Date(),
        leaseOwner: 'worker_dead',
        leaseExpiresAt: inAnHour,
      },
    });
  }

  await using after = await directory.open();
  const { db, services, viewer } = after.runtime;
  expect(after.reaped).toEqual([seeded.held]);
  const held = await services.turns.get(seeded.held, viewer);
  expect(held).toMatchObject({ status: 'failed', error: expect.stringContaining('process that ran this turn ended') });
  const types: string[] = [];
  for await (const { event } of await services.turns.follow(seeded.held, 0, viewer, signal)) types.push(event.type);
  expect(types.at(-1)).toBe('response.failed');

  // Under its own id, by whoever opened the database.
  const left = () => db.prisma.curation.findUniqueOrThrow({ where: { id: seeded.curation } });
  await vi.waitUntil(async () => (await left()).status !== 'running', { timeout: 60_000, interval: 50 });
  expect(await left()).toMatchObject({ status: 'completed', error: null, takeovers: 1 });
  for await (const { curation } of services.contexts.curate('contracts', viewer)) {
    expect(curation.id).not.toBe(seeded.curation);
  }
  expect(await services.turns.wait(seeded.waiting, viewer, signal)).toMatchObject({ status: 'completed', error: null });
});
