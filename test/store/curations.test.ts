import { expect, it } from 'vitest';
import { contextsByName, createContext, deleteContext, getContext, updateContext } from '../../src/store/contexts.ts';
import { curationTask, failCuration, getCuration, recordProgress, startCuration } from '../../src/store/curations.ts';
import type { Database } from '../../src/store/database.ts';
import { type CuratedSource, publishCuration } from '../../src/store/publish-curation.ts';
import { listSources, removeSources, sourceCounts, upsertSource } from '../../src/store/sources.ts';
import { describeDatabases } from '../support/database.ts';
import { id, later, NOW, STRANGER, seedWorkspaces, WORKSPACE } from './seed.ts';

const put = (db: Database, contextId: string, path: string, contentHash: string) =>
  upsertSource(db, {
    id: id('src'),
    contextId,
    path,
    mediaType: 'text/markdown',
    byteSize: 5_000_000_000,
    contentHash,
    now: NOW,
  });

const start = (db: Database, contextId: string, owner = 'a', now = NOW) =>
  startCuration(db, { id: id('cur'), contextId, owner, now, until: new Date(now.getTime() + 10_000) });

const parsed = (sourceId: string, contentHash: string): CuratedSource => ({
  sourceId,
  contentHash,
  status: 'parsed',
  reason: null,
  title: 'A title',
  mediaType: 'text/markdown',
  chunkCount: 4,
});

const publication = (sources: readonly CuratedSource[], removed: readonly string[] = []) => ({
  version: 3,
  chunks: 4,
  counts: { parsed: sources.length },
  sources,
  removed,
  now: later(5),
});

describeDatabases('contexts and their sources', (open) => {
  it('are found by slug or id within the workspace only', async () => {
    await using db = await open();
    const context = await seedWorkspaces(db);
    const found = await contextsByName(db, WORKSPACE, [context.id, 'contracts', 'nothing']);
    expect([...found.keys()].toSorted()).toEqual(['contracts', context.id].toSorted());
    const notFound = { code: 'context_not_found', message: 'There is no context "contracts".' };
    await expect(getContext(db, 'contracts', STRANGER)).rejects.toMatchObject(notFound);
    await expect(deleteContext(db, 'contracts', STRANGER)).rejects.toMatchObject(notFound);
  });

  it('are made once under a slug, changed in part, and deleted with all that is theirs', async () => {
    await using db = await open();
    const { slug } = await seedWorkspaces(db);
    const texts = { title: 'T', description: 'D', instructions: '', kind: 'search', manifest: {} } as const;
    const made = await createContext(db, {
      id: id('ctx'),
      workspaceId: WORKSPACE,
      slug: 'new',
      ...texts,
      createdAt: NOW,
    });
    const again = createContext(db, { id: id('ctx'), workspaceId: WORKSPACE, slug, ...texts, createdAt: NOW });
    await expect(again).rejects.toMatchObject({ code: 'bad_request', field: 'slug' });

    const change = { instructions: 'In euros.', manifest: { chunk: 300 } };
    const changed = await updateContext(db, 'new', { workspaceId: WORKSPACE, change, now: later(1) });
    expect(changed).toEqual({ ...made, ...change, updatedAt: later(1) });

    await put(db, made.id, 'a.md', 'h');
    expect(await deleteContext(db, 'new', WORKSPACE)).toBe(made.id);
    expect(await db.prisma.source.count()).toBe(0);
  });

  it('say whether content under a path is new, other or the same', async () => {
    await using db = await open();
    const { id: contextId } = await seedWorkspaces(db);
    const changes = [];
    for (const hash of ['one', 'one', 'two']) changes.push((await put(db, contextId, 'a.md', hash)).change);
    expect(changes).toEqual(['added', 'unchanged', 'changed']);
    await put(db, contextId, 'b/c.md', 'x');
    const sources = await listSources(db, contextId);
    expect(sources.map(({ path, contentHash }) => [path, contentHash])).toEqual([
      ['a.md', 'two'],
      ['b/c.md', 'x'],
    ]);
    expect(sources[0]?.byteSize).toBe(5_000_000_000);
    expect(await sourceCounts(db, [contextId])).toEqual(new Map([[contextId, 2]]));
    expect(await removeSources(db, contextId, ['a.md', 'never.md'])).toBe(1);
  });
});

describeDatabases('a curation', (open) => {
  it('takes up what is new, other or failed, and forgets what is gone', async () => {
    await using db = await open();
    const { id: contextId } = await seedWorkspaces(db);
    const a = (await put(db, contextId, 'a.md', 'a1')).source;
    const b = (await put(db, contextId, 'b.md', 'b1')).source;
    const c = (await put(db, contextId, 'c.bin', 'c1')).source;
    const { curation } = await start(db, contextId);
    const task = await curationTask(db, contextId);
    expect(task).toMatchObject({ baseVersion: null, remove: [], unchanged: 0 });
    expect(task.upsert.map(({ path }) => path)).toEqual(['a.md', 'b.md', 'c.bin']);

    const lease = { curationId: curation.id, owner: 'a' };
    await put(db, contextId, 'b.md', 'b2'); // while the curation runs
    const skipped = { ...parsed(c.id, 'c1'), status: 'skipped', reason: 'No text.', chunkCount: 0 } as const;
    const published = await publishCuration(db, lease, publication([parsed(a.id, 'a1'), parsed(b.id, 'b1'), skipped]));
    expect(published).toMatchObject({ status: 'completed', version: 3, parsed: 3, chunks: 4 });
    expect(await getContext(db, 'contracts', WORKSPACE)).toMatchObject({ liveVersion: 3, curatedAt: later(5) });
    expect((await listSources(db, contextId)).map(({ status, reason, title }) => [status, reason, title])).toEqual([
      ['parsed', null, 'A title'],
      ['pending', null, 'A title'],
      ['skipped', 'No text.', 'A title'],
    ]);

    await removeSources(db, contextId, ['a.md']);
    const next = await curationTask(db, contextId);
    expect(next).toMatchObject({ baseVersion: 3, remove: [a.id], unchanged: 1 });
    expect(next.upsert.map(({ contentHash }) => contentHash)).toEqual(['b2']);

    const second = await start(db, contextId);
    const failed = { ...parsed(b.id, 'b2'), status: 'failed', reason: 'Broken\u0000 file.' } as const;
    await publishCuration(db, { curationId: second.curation.id, owner: 'a' }, publication([failed], [a.id]));
    const last = await curationTask(db, contextId);
    expect([last.remove, last.upsert.map(({ path }) => path)]).toEqual([[], ['b.md']]);
  });

  it('is the only one of its context, however many start', async () => {
    await using db = await open();
    const { id: contextId } = await seedWorkspaces(db);
    const starts = await Promise.all(Array.from({ length: 10 }, () => start(db, contextId)));
    expect(starts.filter(({ kind }) => kind === 'started')).toHaveLength(1);
    expect(new Set(starts.map(({ curation }) => curation.id)).size).toBe(1);
  });

  it('is taken over from a process that went silent, which then publishes nothing', async () => {
    await using db = await open();
    const { id: contextId } = await seedWorkspaces(db);
    const first = await start(db, contextId);
    const lease = { curationId: first.curation.id, owner: 'a' };
    expect(await recordProgress(db, lease, { counts: { total: 9, parsed: 2 }, until: later(20_000) })).toBe(true);
    expect((await start(db, contextId, 'b', later(15_000))).kind).toBe('running');

    const second = await start(db, contextId, 'b', later(20_000));
    expect(second.kind).toBe('started');
    expect(await getCuration(db, first.curation.id)).toMatchObject({ status: 'failed', total: 9, parsed: 2 });
    expect(await recordProgress(db, lease, { counts: {}, until: later(99_000) })).toBe(false);
    await expect(publishCuration(db, lease, publication([]))).rejects.toMatchObject({ reason: 'lease_lost' });
    await failCuration(db, lease, { error: 'late', now: later(1) });
    expect((await getCuration(db, first.curation.id))?.error).toContain('Curate again');
    expect(await getContext(db, 'contracts', WORKSPACE)).toMatchObject({ liveVersion: null });
  });
});
