import { expect, it } from 'vitest';
import type { TurnEvent } from '../../src/engine/events.ts';
import { isStop } from '../../src/lib/signals.ts';
import { requestCancel } from '../../src/store/cancel-turn.ts';
import type { Database } from '../../src/store/database.ts';
import { appendEvents, readEvents } from '../../src/store/event-log.ts';
import { finishTurn } from '../../src/store/finish-turn.ts';
import { insertTurn, type NewTurn } from '../../src/store/insert-turn.ts';
import { claimTurns } from '../../src/store/lease.ts';
import { reapTurns } from '../../src/store/reap-turns.ts';
import { deleteSession } from '../../src/store/sessions.ts';
import { describeDatabases } from '../support/database.ts';
import { accept, delta, ending, id, later, newTurn, OWNER, seedTurn, seedWorkspaces, WORKSPACE } from './seed.ts';

const codeOf = (outcome: PromiseSettledResult<unknown>) =>
  outcome.status === 'fulfilled' ? 'ok' : ((outcome.reason as { code?: string }).code ?? outcome.reason);

function tally(outcomes: readonly PromiseSettledResult<unknown>[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const outcome of outcomes) counts[codeOf(outcome)] = (counts[codeOf(outcome)] ?? 0) + 1;
  return counts;
}

const insertAll = (db: Database, turns: readonly NewTurn[]) =>
  Promise.allSettled(turns.map((turn) => insertTurn(db, turn)));

const eventTypes = async (db: Database, queryId: string): Promise<readonly TurnEvent['type'][]> =>
  (await readEvents(db, queryId, { after: 0, limit: 500 }))?.events.map(({ event }) => event.type) ?? [];

describeDatabases('at the same time', (open) => {
  it('200 requests with one idempotency key make one turn', async () => {
    await using db = await open();
    const context = await seedWorkspaces(db);
    const idempotency = { key: 'k', documentHash: 'h' };
    const outcomes = await insertAll(
      db,
      Array.from({ length: 200 }, () => newTurn(context, { idempotency })),
    );

    expect(tally(outcomes)).toEqual({ ok: 200 });
    const inserted = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
    const accepted = inserted.filter(({ kind }) => kind === 'accepted');
    expect(accepted).toHaveLength(1);
    const ids = inserted.map((turn) => (turn.kind === 'accepted' ? turn.query.id : turn.queryId));
    expect(new Set(ids).size).toBe(1);
    expect(await db.prisma.query.count()).toBe(1);
    expect(await db.prisma.session.count()).toBe(1);
  });

  it('the same key with another document is refused, and leaves nothing', async () => {
    await using db = await open();
    const context = await seedWorkspaces(db);
    await accept(db, newTurn(context, { idempotency: { key: 'k', documentHash: 'one' } }));
    const other = insertTurn(db, newTurn(context, { idempotency: { key: 'k', documentHash: 'two' } }));
    await expect(other).rejects.toMatchObject({ code: 'idempotency_conflict', field: 'idempotency_key' });
    expect(await db.prisma.session.count()).toBe(1);
  });

  it('of many asks on one session one is taken, and a later one works', async () => {
    await using db = await open();
    const context = await seedWorkspaces(db);
    const first = await seedTurn(db, context);
    const next = () => newTurn(context, { sessionId: first.sessionId, session: null });
    const turns = Array.from({ length: 20 }, next);
    const outcomes = await insertAll(db, turns);

    expect(tally(outcomes)).toEqual({ ok: 1, session_busy: 19 });
    const [taken] = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
    const query = taken?.kind === 'accepted' ? taken.query : undefined;
    expect(query?.previousQueryId).toBe(first.id);
    await finishTurn(db, { queryId: query?.id ?? '', owner: OWNER }, ending());
    expect((await accept(db, next())).previousQueryId).toBe(query?.id);
  });

  it('a turn that is refused leaves no session, no key and no event', async () => {
    await using db = await open();
    const context = await seedWorkspaces(db);
    const missing = newTurn(context, { session: null, idempotency: { key: 'k', documentHash: 'h' } });
    await expect(insertTurn(db, missing)).rejects.toMatchObject({ code: 'session_not_found' });
    expect(await db.prisma.idempotencyKey.count()).toBe(0);
    expect(await db.prisma.queryEvent.count()).toBe(0);
  });

  it('a comparison group takes three turns of any number that come', async () => {
    await using db = await open();
    const context = await seedWorkspaces(db);
    const turns = Array.from({ length: 12 }, () => newTurn(context, { comparisonGroup: 'g' }));
    expect(tally(await insertAll(db, turns))).toEqual({ ok: 3, comparison_group_full: 9 });
    expect(await db.prisma.query.count({ where: { comparisonGroup: 'g' } })).toBe(3);
    expect(await db.prisma.session.count()).toBe(3);
  });

  it('many reapers end an abandoned turn once, and leave one that is held', async () => {
    await using db = await open();
    const context = await seedWorkspaces(db);
    const lost = newTurn(context, { lease: { owner: 'dead', expiresAt: later(1_000) } });
    const held = newTurn(context);
    await accept(db, lost);
    await accept(db, held);
    await appendEvents(db, { queryId: lost.id, owner: 'dead' }, [ending()[0] ?? delta('x'), delta('Net')]);

    const reap = () => reapTurns(db, { now: later(2_000), message: 'The worker is gone.' });
    const reaped = (await Promise.all([reap(), reap(), reap()])).flat();

    expect(reaped.map((query) => query.id)).toEqual([lost.id]);
    expect(reaped[0]).toMatchObject({ status: 'failed', error: 'The worker is gone.', runtimeMs: 2_000 });
    expect(reaped[0]?.steps).toMatchObject([{ stepId: 'retrieve', status: 'failed' }]);
    expect((await eventTypes(db, lost.id)).filter((type) => type === 'response.failed')).toHaveLength(1);
    await expect(appendEvents(db, { queryId: lost.id, owner: 'dead' }, [delta('late')])).rejects.toMatchObject({
      reason: 'lease_lost',
    });
    expect(await eventTypes(db, held.id)).toEqual(['response.created']);
  });

  it('appends and the end of a turn leave a log without gaps that ends once', async () => {
    await using db = await open();
    const context = await seedWorkspaces(db);
    const turn = newTurn(context);
    const lease = { queryId: turn.id, owner: OWNER };
    await accept(db, turn);
    const appends = Array.from({ length: 20 }, (_, at) => appendEvents(db, lease, [delta(`${at} `), delta('- ')]));
    const outcomes = await Promise.allSettled([...appends, finishTurn(db, lease, ending())]);

    const kept = outcomes.slice(0, -1).filter(({ status }) => status === 'fulfilled').length;
    const page = await readEvents(db, turn.id, { after: 0, limit: 500 });
    expect(page?.events.map(({ seq }) => seq)).toEqual(Array.from({ length: 1 + 2 * kept + 7 }, (_, at) => at + 1));
    expect(page?.events.at(-1)?.event.type).toBe('response.completed');
    const text = page?.events.map(({ event }) => ('delta' in event ? event.delta : '')).join('');
    const { output } = await db.prisma.query.findUniqueOrThrow({ where: { id: turn.id } });
    expect(output).toEqual([{ role: 'assistant', content: [{ type: 'output_text', text }] }]);
  });

  it('a session is deleted while its turn is written, and the writer finds its lease gone', async () => {
    await using db = await open();
    const context = await seedWorkspaces(db);
    const turn = newTurn(context, { idempotency: { key: 'k', documentHash: 'h' } });
    const lease = { queryId: turn.id, owner: OWNER };
    await accept(db, turn);
    const writes = Array.from({ length: 10 }, () => appendEvents(db, lease, [delta('x')]));
    const deletion = deleteSession(db, turn.sessionId, WORKSPACE);
    const outcomes = await Promise.allSettled([...writes, finishTurn(db, lease, ending()), deletion]);

    const failures = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []));
    expect(failures.every((failure) => isStop(failure, 'lease_lost'))).toBe(true);
    expect(outcomes.at(-1)?.status).toBe('fulfilled');
    expect(await db.prisma.query.count()).toBe(0);
    expect(await db.prisma.queryEvent.count()).toBe(0);
    expect(await db.prisma.idempotencyKey.count()).toBe(0);
  });

  it('workers that look for waiting turns never get the same one', async () => {
    await using db = await open();
    const context = await seedWorkspaces(db);
    const turns = Array.from({ length: 12 }, () => newTurn(context, { lease: null }));
    for (const turn of turns) await accept(db, turn);
    const claims = await Promise.all(
      ['a', 'b', 'c', 'd'].map((owner) => claimTurns(db, { owner, limit: 5, now: later(1), until: later(9) })),
    );
    const claimed = claims.flat().map(({ queryId }) => queryId);
    expect(claimed).toHaveLength(new Set(claimed).size);
    const rest = await claimTurns(db, { owner: 'e', limit: 50, now: later(1), until: later(9) });
    expect([...claimed, ...rest.map(({ queryId }) => queryId)].toSorted()).toEqual(turns.map((turn) => turn.id));
  });

  it('a waiting turn is either claimed or cancelled', async () => {
    await using db = await open();
    const context = await seedWorkspaces(db);
    for (let round = 0; round < 10; round += 1) {
      const turn = newTurn(context, { lease: null, id: id('qry') });
      await accept(db, turn);
      const [claimed, outcome] = await Promise.all([
        claimTurns(db, { owner: 'a', limit: 1, now: later(1), until: later(99) }),
        requestCancel(db, { queryId: turn.id, workspaceId: WORKSPACE, message: 'Cancelled before it began.' }),
      ]);
      expect(outcome).toBe(claimed.length === 1 ? 'requested' : 'cancelled');
    }
  });
});
