import { PGlite } from '@electric-sql/pglite';
import { describe, expect, it, vi } from 'vitest';
import type { Database } from '../../src/store/database.ts';
import { Prisma } from '../../src/store/prisma/client.ts';
import { deleteSession, getSession, listSessions, sessionContexts, sessionQueries } from '../../src/store/sessions.ts';
import { historyOf } from '../../src/store/turns.ts';
import { describeDatabases, openEmbedded } from '../support/database.ts';
import { accept, NOW, newTurn, type SeededContext, STRANGER, seedTurn, seedWorkspaces, WORKSPACE } from './seed.ts';

const COUNT = 1_000;
const options = { workspaceId: WORKSPACE, now: NOW };

const idOf = (prefix: 'ses' | 'qry', at: number) => `${prefix}_${String(at).padStart(4, '0')}`;
const idsOf = (prefix: 'ses' | 'qry') => Array.from({ length: COUNT }, (_, at) => idOf(prefix, at));

/** 1,000 sessions, every other one over the context, the first with 1,000 turns of which three share a moment. */
async function seedMany(db: Database, { id, slug }: SeededContext): Promise<void> {
  const numbers = Prisma.sql`generate_series(0, ${COUNT - 1}::int) AS at`;
  await db.prisma.$executeRaw`
    INSERT INTO sessions (id, workspace_id, created_at, updated_at)
    SELECT 'ses_' || lpad(at::text, 4, '0'), ${WORKSPACE}, ${NOW}::timestamptz + at * interval '1 ms', now()
      FROM ${numbers}`;
  await db.prisma.$executeRaw`
    INSERT INTO session_contexts (session_id, position, slug, context_id)
    SELECT 'ses_' || lpad(at::text, 4, '0'), 0, CASE at % 2 WHEN 0 THEN ${slug} ELSE 'other' END, ${id}
      FROM ${numbers}`;
  await db.prisma.$executeRaw`
    INSERT INTO queries (id, workspace_id, session_id, status, ask, request, workflow, input, usage, timeout_seconds,
                         created_at)
    SELECT 'qry_' || lpad(at::text, 4, '0'), ${WORKSPACE}, ${idOf('ses', 0)}, 'completed', 'ask', '{}', 'search', '[]',
           '{}', 900, ${NOW}::timestamptz + at / 3 * interval '1 ms'
      FROM ${numbers}`;
  await db.prisma.$executeRaw`
    INSERT INTO steps (query_id, position, step_id, status, data) SELECT id, 0, 's', 'completed', '{}' FROM queries`;
  await db.prisma.$executeRaw`
    INSERT INTO citations (query_id, position, source, data) SELECT id, 0, 'a.md', '{}' FROM queries`;
}

async function statements(read: () => Promise<unknown>): Promise<readonly string[]> {
  const spy = vi.spyOn(PGlite.prototype, 'query');
  try {
    await read();
    return spy.mock.calls.map(([sql]) => sql);
  } finally {
    spy.mockRestore();
  }
}

describeDatabases('lists', (open) => {
  it('page through 1,000 turns of a session in order, each once', async () => {
    await using db = await open();
    await seedMany(db, await seedWorkspaces(db));
    const sessionId = idOf('ses', 0);
    const seen: string[] = [];
    for (let after: string | undefined; ; after = seen.at(-1)) {
      const page = await sessionQueries(db, sessionId, { ...options, first: 300, ...(after && { after }) });
      if (page.length === 0) break;
      seen.push(...page.map((query) => query.id));
    }
    expect(seen).toEqual(idsOf('qry'));
  });

  it('page through 1,000 sessions, newest first, and by context', async () => {
    await using db = await open();
    await seedMany(db, await seedWorkspaces(db));
    const newest = idsOf('ses').toReversed();
    const first = await listSessions(db, WORKSPACE, { first: 10 });
    expect(first.map((session) => session.id)).toEqual(newest.slice(0, 10));
    const second = await listSessions(db, WORKSPACE, { first: 10, after: first.at(-1)?.id ?? '' });
    expect(second.map((session) => session.id)).toEqual(newest.slice(10, 20));

    const scoped = await listSessions(db, WORKSPACE, { first: 600, scope: 'contracts' });
    expect(scoped).toHaveLength(COUNT / 2);
    expect(scoped.every(({ scope }) => scope[0] === 'contracts')).toBe(true);
    expect(await listSessions(db, STRANGER, { first: 10 })).toEqual([]);
  });

  it('refuse a cursor that names nothing of the list', async () => {
    await using db = await open();
    const query = await seedTurn(db, await seedWorkspaces(db));
    const bad = { code: 'bad_request', field: 'after' };
    await expect(listSessions(db, STRANGER, { first: 1, after: query.sessionId })).rejects.toMatchObject(bad);
    const page = sessionQueries(db, query.sessionId, { ...options, first: 1, after: 'qry_none' });
    await expect(page).rejects.toMatchObject(bad);
  });
});

describe('the statements of a list', () => {
  it('are as many for a page of 400 as for one of 5, and none reads without end', async () => {
    await using db = await openEmbedded();
    await seedMany(db, await seedWorkspaces(db));
    const after = idOf('qry', 499);
    const turns = (first: number) => () => sessionQueries(db, idOf('ses', 0), { ...options, first, after });
    const few = await statements(turns(5));
    expect(await statements(turns(400))).toHaveLength(few.length);
    expect(few.find((sql) => sql.includes('LATERAL'))).toContain('LIMIT');

    const sessions = await statements(() => listSessions(db, WORKSPACE, { first: 10, after: idOf('ses', 500) }));
    expect(sessions).toHaveLength(3);
    expect(sessions[1]).toContain('LIMIT');
  });
});

describeDatabases('a session', (open) => {
  it('keeps what its first turn pinned, and its slugs when the contexts are gone', async () => {
    await using db = await open();
    const context = await seedWorkspaces(db);
    const { sessionId, id: queryId } = await seedTurn(db, context);
    const session = await getSession(db, sessionId, WORKSPACE);
    expect(session).toMatchObject({ scope: ['contracts'], title: 'Payment terms', lastQueryId: queryId });
    expect(JSON.stringify(session.vars)).toBe('{"region":"emea","account":{"zeta":1,"alpha":2}}');
    expect(await sessionContexts(db, sessionId)).toMatchObject([{ slug: 'contracts', context: { id: context.id } }]);

    await db.prisma.context.delete({ where: { id: context.id } });
    expect(await getSession(db, sessionId, WORKSPACE)).toEqual(session);
    expect(await sessionContexts(db, sessionId)).toEqual([{ slug: 'contracts', context: null }]);
  });

  it('is not there for another workspace', async () => {
    await using db = await open();
    const { sessionId } = await seedTurn(db, await seedWorkspaces(db));
    const notFound = { code: 'session_not_found', message: `There is no session "${sessionId}".` };
    await expect(getSession(db, sessionId, STRANGER)).rejects.toMatchObject(notFound);
    await expect(deleteSession(db, sessionId, STRANGER)).rejects.toMatchObject(notFound);
    const foreign = sessionQueries(db, sessionId, { ...options, workspaceId: STRANGER, first: 1 });
    await expect(foreign).rejects.toMatchObject(notFound);
  });

  it('is history to its next turn: completed turns of the branch, oldest first', async () => {
    await using db = await open();
    const context = await seedWorkspaces(db);
    const ask = (text: string) => ({ request: { ask: text } });
    const first = await seedTurn(db, context, ask('one'));
    const more = { sessionId: first.sessionId, session: null };
    await seedTurn(db, context, { ...more, ...ask('two') });
    const lost = newTurn(context, { ...more, ...ask('cancelled') });
    await accept(db, lost);
    await db.prisma.query.update({ where: { id: lost.id }, data: { status: 'cancelled' } });
    const last = await seedTurn(db, context, { ...more, ...ask('three') });
    const branch = await seedTurn(db, context, { ...more, ...ask('branch'), previousQueryId: first.id });

    const asks = async (queryId: string, limit?: number) =>
      (await historyOf(db, queryId, limit)).map((turn) => [turn.ask, turn.answer]);
    expect(last.previousQueryId).toBe(lost.id);
    expect(await asks(last.id)).toEqual([
      ['one', 'Answer to one'],
      ['two', 'Answer to two'],
    ]);
    expect(await asks(last.id, 1)).toEqual([['two', 'Answer to two']]);
    expect(await asks(branch.id)).toEqual([['one', 'Answer to one']]);
    expect(await asks(first.id)).toEqual([]);
  });
});
