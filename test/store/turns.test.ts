import { expect, it } from 'vitest';
import type { TurnEvent } from '../../src/engine/events.ts';
import { appendEvents, readEvents } from '../../src/store/event-log.ts';
import { finishTurn } from '../../src/store/finish-turn.ts';
import { insertTurn } from '../../src/store/insert-turn.ts';
import { getTrace, getTurn, turnHead } from '../../src/store/turns.ts';
import { describeDatabases } from '../support/database.ts';
import { accept, delta, ending, later, NOW, newTurn, OWNER, STRANGER, seedWorkspaces, WORKSPACE } from './seed.ts';

const here = { workspaceId: WORKSPACE, now: later(5_000) };

describeDatabases('a turn in the store', (open) => {
  it('is accepted with its session and its first event, and reads as it was accepted', async () => {
    await using db = await open();
    const turn = newTurn(await seedWorkspaces(db));

    const inserted = await insertTurn(db, turn);

    expect(inserted).toMatchObject({ kind: 'accepted', createdSession: true });
    const query = inserted.kind === 'accepted' ? inserted.query : undefined;
    expect(query).toMatchObject({ id: turn.id, sessionId: turn.sessionId, status: 'in_progress', created: 1772366400 });
    expect(await readEvents(db, turn.id, { after: 0, limit: 10 })).toEqual({
      events: [{ queryId: turn.id, seq: 1, event: { type: 'response.created', query } }],
      over: false,
    });
    expect(await getTurn(db, turn.id, here)).toEqual({ ...query, runtimeMs: 5_000 });
  });

  it('shows the text so far while it runs', async () => {
    await using db = await open();
    const turn = newTurn(await seedWorkspaces(db));
    await accept(db, turn);
    await appendEvents(db, { queryId: turn.id, owner: OWNER }, [delta('Net '), delta('30')]);
    const seq = await appendEvents(db, { queryId: turn.id, owner: OWNER }, [delta(' 🙂\u0000')]);

    expect(seq).toBe(4);
    const query = await getTurn(db, turn.id, here);
    expect(query.output).toEqual([{ role: 'assistant', content: [{ type: 'output_text', text: 'Net 30 🙂\u0000' }] }]);
    const page = await readEvents(db, turn.id, { after: 1, limit: 2 });
    expect(page?.events.map((event) => event.seq)).toEqual([2, 3]);
  });

  it('reads after its end exactly as the fold of its log says', async () => {
    await using db = await open();
    const turn = newTurn(await seedWorkspaces(db));
    await accept(db, turn);

    const finished = await finishTurn(db, { queryId: turn.id, owner: OWNER }, ending());

    expect(finished).toMatchObject({ status: 'completed', usage: { outputTokens: 3_000_000_000 }, runtimeMs: 42 });
    expect(finished.citations).toHaveLength(2);
    expect(await getTurn(db, turn.id, here)).toEqual(finished);
    expect(await getTrace(db, turn.id, WORKSPACE)).toEqual({
      steps: [
        {
          stepId: 'retrieve',
          commentary: 'Looking for payment terms',
          calls: [expect.objectContaining({ fn: 'search', ok: true })],
        },
      ],
      rollup: finished.rollup,
    });
    expect(await turnHead(db, turn.id, WORKSPACE)).toEqual({ sessionId: turn.sessionId, lastSeq: 8, running: false });
  });

  it('keeps the order of the members of a shaped answer', async () => {
    await using db = await open();
    const turn = newTurn(await seedWorkspaces(db));
    await accept(db, turn);
    const events = ending('').map((event) =>
      event.type === 'response.completed'
        ? { ...event, result: { ...event.result, outputJson: { zeta: 1, a: 2, mid: { long: 1, b: 2 } } } }
        : event,
    );
    await finishTurn(db, { queryId: turn.id, owner: OWNER }, events);

    const { outputJson } = await getTurn(db, turn.id, here);
    expect(JSON.stringify(outputJson)).toBe('{"zeta":1,"a":2,"mid":{"long":1,"b":2}}');
  });

  it('refuses a writer that does not hold the lease, and writes nothing', async () => {
    await using db = await open();
    const turn = newTurn(await seedWorkspaces(db));
    await accept(db, turn);
    const stranger = { queryId: turn.id, owner: 'worker-two' };

    await expect(appendEvents(db, stranger, [delta('x')])).rejects.toMatchObject({ reason: 'lease_lost' });
    await expect(finishTurn(db, stranger, ending())).rejects.toMatchObject({ reason: 'lease_lost' });
    expect((await readEvents(db, turn.id, { after: 0, limit: 10 }))?.events).toHaveLength(1);
  });

  it('takes nothing more once it is over', async () => {
    await using db = await open();
    const turn = newTurn(await seedWorkspaces(db));
    const lease = { queryId: turn.id, owner: OWNER };
    await accept(db, turn);
    await finishTurn(db, lease, ending());

    await expect(appendEvents(db, lease, [delta('x')])).rejects.toMatchObject({ reason: 'lease_lost' });
    await expect(finishTurn(db, lease, ending())).rejects.toMatchObject({ reason: 'lease_lost' });
    expect(await readEvents(db, turn.id, { after: 8, limit: 10 })).toEqual({ events: [], over: true });
  });

  it('undoes an ending that cannot be written', async () => {
    await using db = await open();
    const turn = newTurn(await seedWorkspaces(db));
    const lease = { queryId: turn.id, owner: OWNER };
    await accept(db, turn);

    await expect(finishTurn(db, lease, [delta('not the end')])).rejects.toThrow(RangeError);
    expect(await getTurn(db, turn.id, { ...here, now: NOW })).toMatchObject({ status: 'in_progress', output: [] });
  });

  it('is refused with a character that the database cannot keep, which harms nothing else', async () => {
    await using db = await open();
    const context = await seedWorkspaces(db);
    await expect(accept(db, newTurn(context, { request: { ask: 'a\u0000b' } }))).rejects.toBeInstanceOf(Error);
    expect(await db.prisma.session.count()).toBe(0);

    const turn = newTurn(context);
    await accept(db, turn);
    const failed = { ...ending().at(-1), type: 'response.failed', error: 'bad \u0000 byte' } as TurnEvent;
    await finishTurn(db, { queryId: turn.id, owner: OWNER }, [delta('half \ud83d'), failed]);
    expect(await getTurn(db, turn.id, here)).toMatchObject({ status: 'failed', error: 'bad \ufffd byte' });
  });

  it('is not there for another workspace', async () => {
    await using db = await open();
    const turn = newTurn(await seedWorkspaces(db));
    await accept(db, turn);

    const stranger = getTurn(db, turn.id, { ...here, workspaceId: STRANGER });
    await expect(stranger).rejects.toMatchObject({
      code: 'query_not_found',
      message: `There is no query "${turn.id}".`,
    });
    await expect(getTrace(db, turn.id, STRANGER)).rejects.toMatchObject({ code: 'query_not_found' });
    expect(await turnHead(db, turn.id, STRANGER)).toBeUndefined();
  });
});
