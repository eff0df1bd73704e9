import { beforeEach, expect, it } from 'vitest';
import type { Database } from '../../src/store/database.ts';
import { sourcePages } from '../../src/store/source-pages.ts';
import { turnCounts, turnPages } from '../../src/store/turn-pages.ts';
import { insertSessions, insertTurns, queryId, sessionId } from '../graphql/support/rows.ts';
import { describeDatabases } from '../support/database.ts';
import { type SeededContext, STRANGER, seedWorkspaces, WORKSPACE } from './seed.ts';

const SESSIONS = [sessionId(0), sessionId(1), sessionId(2)];

describeDatabases('pages below several parents', (open) => {
  let db: Database;
  let context: SeededContext;

  beforeEach(async () => {
    db = await open();
    context = await seedWorkspaces(db);
    await insertSessions(db, WORKSPACE, 3, 'contracts');
    await insertTurns(db, WORKSPACE, 0, 9);
    await insertTurns(db, WORKSPACE, 1, 2);
  });

  const ids = async (page: Parameters<typeof turnPages>[3], session = 0) =>
    (await turnPages(db, WORKSPACE, SESSIONS, page))
      .filter((turn) => turn.sessionId === sessionId(session))
      .map(({ id }) => id);

  const expected = (...numbers: readonly number[]) => numbers.map((n) => queryId(0, n));

  it('hold the turns of each session from its start, and one more that tells of the next page', async () => {
    expect(await ids({ limit: 3, backward: false })).toEqual(expected(0, 1, 2, 3));
    expect(await ids({ limit: 3, backward: false }, 1)).toEqual([queryId(1, 0), queryId(1, 1)]);
    expect(await ids({ limit: 3, backward: false }, 2)).toEqual([]);
  });

  it('go on after a place, also between turns of the same millisecond, and back before one', async () => {
    const all = await turnPages(db, WORKSPACE, [sessionId(0)], { limit: 9, backward: false });
    for (const [index, from] of all.entries()) {
      const after = await ids({ limit: 9, backward: false, from });
      const before = await ids({ limit: 9, backward: true, from });
      expect(after).toEqual(all.slice(index + 1).map(({ id }) => id));
      expect(before.toReversed()).toEqual(all.slice(0, index).map(({ id }) => id));
    }
  });

  it('and their counts are of one workspace', async () => {
    expect(await turnCounts(db, WORKSPACE, SESSIONS)).toEqual(
      new Map([
        [sessionId(0), 9],
        [sessionId(1), 2],
      ]),
    );
    expect(await turnCounts(db, STRANGER, SESSIONS)).toEqual(new Map());
    expect(await turnPages(db, STRANGER, SESSIONS, { limit: 5, backward: false })).toEqual([]);
  });

  it('hold the sources of a context by path', async () => {
    const paths = ['a.md', 'b/1.md', 'b/2.md', 'c.md'];
    const source = { contextId: context.id, mediaType: 'text/markdown', byteSize: 1n, contentHash: '0' };
    await db.prisma.source.createMany({ data: paths.map((path) => ({ ...source, id: `src_${path}`, path })) });
    const page = async (options: Parameters<typeof sourcePages>[2]) =>
      (await sourcePages(db, [context.id, 'ctx_none'], options)).map(({ id }) => id.slice('src_'.length));

    expect(await page({ limit: 2, backward: false })).toEqual(['a.md', 'b/1.md', 'b/2.md']);
    expect(await page({ limit: 2, backward: false, from: { path: 'b/1.md' } })).toEqual(['b/2.md', 'c.md']);
    expect(await page({ limit: 2, backward: true, from: { path: 'c.md' } })).toEqual(['b/2.md', 'b/1.md', 'a.md']);
  });
});
