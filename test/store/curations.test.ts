import { expect, it } from 'vitest';
import { contextsByName, createContext, deleteContext, getContext, updateContext } from '../../src/store/contexts.ts';
import type { CuratedSource } from '../../src/store/curated-source.ts';
import { curationTask } from '../../src/store/curation-task.ts';
import {
  type CurationLease,
  contextsToCurate,
  endLeasesOfOthers,
  failCuration,
  getCuration,
  recordProgress,
  releaseCuration,
  startCuration,
} from '../../src/store/curations.ts';
import type { Database } from '../../src/store/database.ts';
import { dropDraft, recordDraft } from '../../src/store/drafts.ts';
import { publishCuration } from '../../src/store/publish-curation.ts';
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
  isUnfinished: false,
});

const draft = (contextId: string, sources: readonly CuratedSource[], baseVersion: number | null = null) => ({
  contextId,
  baseVersion,
  manifest: 'm1',
  version: 2,
  sources,
  counts: { parsed: sources.length },
  until: later(10_000),
});

const publication = (sources: readonly CuratedSource[], removed: readonly string[] = []) => ({
  version: 3,
  chunks: 4,
  counts: { parsed: sources.length },
  manifest: 'm1',
  sources: sources.map(({ sourceId }) => sourceId),
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
    const task = await curationTask(db, contextId, 'm1');
    expect(task).toMatchObject({ baseVersion: null, remove: [], unchanged: 0 });
    expect(task.upsert.map(({ path }) => path)).toEqual(['a.md', 'b.md', 'c.bin']);

    const lease = { curationId: curation.id, owner: 'a' };
    await put(db, contextId, 'b.md', 'b2'); // while the curation runs
    const skipped = { ...parsed(c.id, 'c1'), status: 'skipped', reason: 'No text.', chunkCount: 0 } as const;
    const done = [parsed(a.id, 'a1'), parsed(b.id, 'b1'), skipped];
    await recordDraft(db, lease, draft(contextId, done));
    const sampleQueries = ['What is a?'];
    const published = await publishCuration(db, lease, { ...publication(done), sampleQueries });
    expect(published).toMatchObject({ status: 'completed', version: 3, parsed: 3, chunks: 4 });
    expect(await getContext(db, 'contracts', WORKSPACE)).toMatchObject({
      liveVersion: 3,
      curatedAt: later(5),
      sampleQueries,
    });
    expect((await listSources(db, contextId)).map(({ status, reason, title }) => [status, reason, title])).toEqual([
      ['parsed', null, 'A title'],
      ['pending', null, 'A title'],
      ['skipped', 'No text.', 'A title'],
    ]);

    await removeSources(db, contextId, ['a.md']);
    const next = await curationTask(db, contextId, 'm1');
    expect(next).toMatchObject({ baseVersion: 3, remove: [a.id], unchanged: 1 });
    expect(next.upsert.map(({ contentHash }) => contentHash)).toEqual(['b2']);

    const second = await start(db, contextId);
    const failed = { ...parsed(b.id, 'b2'), status: 'failed', reason: 'Broken\u0000 file.' } as const;
    const again = { curationId: second.curation.id, owner: 'a' };
    await recordDraft(db, again, draft(contextId, [failed], 3));
    await publishCuration(db, again, publication([failed], [a.id]));
    expect((await getContext(db, 'contracts', WORKSPACE)).sampleQueries).toEqual(sampleQueries);
    const last = await curationTask(db, contextId, 'm1');
    expect([last.remove, last.upsert.map(({ path }) => path)]).toEqual([[], ['b.md']]);
  });

  it('is the only one of its context, however many start', async () => {
    await using db = await open();
    const { id: contextId } = await seedWorkspaces(db);
    const starts = await Promise.all(Array.from({ length: 10 }, () => start(db, contextId)));
    expect(starts.filter(({ kind }) => kind === 'started')).toHaveLength(1);
    expect(new Set(starts.map(({ curation }) => curation.id)).size).toBe(1);
  });

  it('is not begun of a context that is gone', async () => {
    await using db = await open();
    await seedWorkspaces(db);
    await expect(start(db, 'ctx_gone')).rejects.toMatchObject({ code: 'context_not_found' });
  });

  it('is taken over from a process that went silent, which then publishes nothing', async () => {
    await using db = await open();
    const { id: contextId } = await seedWorkspaces(db);
    const first = await start(db, contextId);
    const lease = { curationId: first.curation.id, owner: 'a' };
    expect(await recordProgress(db, lease, { counts: { total: 9, parsed: 2 }, until: later(20_000) })).toBe(true);
    expect((await start(db, contextId, 'b', later(15_000))).kind).toBe('running');
    expect(await contextsToCurate(db, later(15_000))).toEqual([]);
    expect(await contextsToCurate(db, later(20_000))).toEqual([{ id: contextId, slug: 'contracts' }]);

    const takers = await Promise.all(['b', 'c', 'd'].map((owner) => start(db, contextId, owner, later(20_000))));
    const { kind, curation } = takers.find((taker) => taker.kind === 'started') ?? {};
    expect(takers.filter((taker) => taker.kind === 'started')).toHaveLength(1);
    expect([kind, curation?.id, curation?.parsed, curation?.takeovers]).toEqual(['started', lease.curationId, 2, 1]);

    const lost = { reason: 'lease_lost' };
    expect(await recordProgress(db, lease, { counts: {}, until: later(99_000) })).toBe(false);
    await expect(publishCuration(db, lease, publication([]))).rejects.toMatchObject(lost);
    await expect(recordDraft(db, lease, draft(contextId, []))).rejects.toMatchObject(lost);
    await expect(dropDraft(db, lease, contextId)).rejects.toMatchObject(lost);
    await failCuration(db, lease, { error: 'late', now: later(1) });
    await releaseCuration(db, lease, { counts: {}, now: later(1) });
    expect(await getCuration(db, lease.curationId)).toEqual(curation);
    expect(await getContext(db, 'contracts', WORKSPACE)).toMatchObject({ liveVersion: null });
  });

  it('that was given back is gone on with, and does not count as a death', async () => {
    await using db = await open();
    const { id: contextId } = await seedWorkspaces(db);
    const { curation } = await start(db, contextId);
    await releaseCuration(db, { curationId: curation.id, owner: 'a' }, { counts: { parsed: 7 }, now: NOW });
    expect(await contextsToCurate(db, NOW)).toHaveLength(1);
    const second = await start(db, contextId, 'b', later(1));
    expect(second).toMatchObject({ kind: 'started', curation: { id: curation.id, parsed: 7, takeovers: 0 } });
  });

  it('that kills its process again and again before it gets on is given up', async () => {
    await using db = await open();
    const { id: contextId } = await seedWorkspaces(db);
    await start(db, contextId, 'w0');
    const die = async (round: number) => {
      await endLeasesOfOthers(db, { owner: `w${round}`, now: later(round) });
      return start(db, contextId, `w${round}`, later(round));
    };
    const { curation } = await die(1);
    await recordDraft(db, { curationId: curation.id, owner: 'w1' }, draft(contextId, []));
    for (const round of [2, 3, 4]) expect((await die(round)).curation.id).toBe(curation.id);
    await endLeasesOfOthers(db, { owner: 'w5', now: later(5) });
    expect(await contextsToCurate(db, later(5))).toEqual([]); // nobody begins it by himself
    const last = await start(db, contextId, 'w5', later(5));
    expect([last.kind, last.curation.id === curation.id]).toEqual(['started', false]);
    expect(await getCuration(db, curation.id)).toMatchObject({
      status: 'failed',
      error: expect.stringMatching(/died/),
    });
  });
});

describeDatabases('the draft of a curation', (open) => {
  async function drafted(db: Database) {
    const { id: contextId } = await seedWorkspaces(db);
    const [a, b] = [(await put(db, contextId, 'a.md', 'a1')).source, (await put(db, contextId, 'b.md', 'b1')).source];
    const { curation } = await start(db, contextId);
    const lease: CurationLease = { curationId: curation.id, owner: 'a' };
    await recordDraft(db, lease, draft(contextId, [parsed(a.id, 'a1')]));
    return { contextId, a, b, lease };
  }
  const paths = ({ upsert }: { readonly upsert: readonly { readonly path: string }[] }) =>
    upsert.map(({ path }) => path);

  it('holds what need not be done again, until its content changes', async () => {
    await using db = await open();
    const { contextId, a, lease } = await drafted(db);
    const task = await curationTask(db, contextId, 'm1');
    expect(paths(task)).toEqual(['b.md']);
    expect(task.draft).toEqual({ version: 2, sources: [parsed(a.id, 'a1')] });

    await put(db, contextId, 'a.md', 'a2');
    expect(paths(await curationTask(db, contextId, 'm1'))).toEqual(['a.md', 'b.md']);
    await recordDraft(db, lease, { ...draft(contextId, [parsed(a.id, 'a2')]), version: 5 });
    const later = await curationTask(db, contextId, 'm1');
    expect([paths(later), later.draft]).toEqual([['b.md'], { version: 5, sources: [parsed(a.id, 'a2')] }]);
  });

  it('is of no use to another manifest, or once the index has moved on', async () => {
    await using db = await open();
    const { contextId } = await drafted(db);
    expect((await curationTask(db, contextId, 'm2')).draft).toBeUndefined();
    await db.prisma.context.update({ where: { id: contextId }, data: { liveVersion: 9 } });
    const task = await curationTask(db, contextId, 'm1');
    expect([paths(task), task.draft]).toEqual([['a.md', 'b.md'], undefined]);
  });

  it('is gone when it was published or dropped', async () => {
    await using db = await open();
    const { contextId, a, lease } = await drafted(db);
    await publishCuration(db, lease, publication([parsed(a.id, 'a1')]));
    expect([await db.prisma.draft.count(), await db.prisma.draftSource.count()]).toEqual([0, 0]);
    expect(paths(await curationTask(db, contextId, 'm1'))).toEqual(['b.md']);

    const { curation } = await start(db, contextId);
    const next = { curationId: curation.id, owner: 'a' };
    await recordDraft(db, next, draft(contextId, [parsed(a.id, 'a1')], 3));
    await dropDraft(db, next, contextId);
    expect([await db.prisma.draft.count(), await db.prisma.draftSource.count()]).toEqual([0, 0]);
  });

  it('does not hide that another manifest makes every source stale', async () => {
    await using db = await open();
    const { contextId, a, b, lease } = await drafted(db);
    const both = [parsed(a.id, 'a1'), parsed(b.id, 'b1')];
    await recordDraft(db, lease, draft(contextId, both));
    await publishCuration(db, lease, publication(both));
    expect(await curationTask(db, contextId, 'm1')).toMatchObject({ upsert: [], unchanged: 2 });
    expect(await curationTask(db, contextId, 'm2')).toMatchObject({ upsert: [{}, {}], unchanged: 0 });
  });

  it('pages through more sources than one statement reads', async () => {
    await using db = await open();
    const { id: contextId } = await seedWorkspaces(db);
    const all = Array.from({ length: 1_203 }, (_, index) => `folder/${String(index).padStart(5, '0')}.md`);
    await db.prisma.source.createMany({
      data: all.map((path) => ({
        id: id('src'),
        contextId,
        path,
        mediaType: 'text/markdown',
        byteSize: 1,
        contentHash: path,
      })),
    });
    const task = await curationTask(db, contextId, 'm1');
    expect(paths(task)).toEqual(all);

    const { curation } = await start(db, contextId);
    const lease = { curationId: curation.id, owner: 'a' };
    const done = task.upsert.map(({ sourceId, contentHash }) => parsed(sourceId, contentHash));
    await recordDraft(db, lease, draft(contextId, done));
    await publishCuration(db, lease, publication(done));
    expect(await curationTask(db, contextId, 'm1')).toMatchObject({ upsert: [], unchanged: 1_203, draft: undefined });
  });
});
