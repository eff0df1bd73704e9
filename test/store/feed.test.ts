import { expect, it } from 'vitest';
import type { QueryEvent } from '../../src/engine/events.ts';
import { systemClock } from '../../src/lib/clock.ts';
import type { Database } from '../../src/store/database.ts';
import { appendEvents } from '../../src/store/event-log.ts';
import { createFeed, type FeedOptions } from '../../src/store/feed.ts';
import { finishTurn } from '../../src/store/finish-turn.ts';
import { deleteSession } from '../../src/store/sessions.ts';
import { describeDatabases } from '../support/database.ts';
import { accept, delta, ending, newTurn, OWNER, seedTurn, seedWorkspaces, WORKSPACE } from './seed.ts';

const never = () => new AbortController().signal;

const openFeed = (db: Database, options: Partial<FeedOptions> = {}) =>
  createFeed(db, {
    clock: systemClock,
    pollMs: 3_600_000,
    onError: (error) => {
      throw error;
    },
    ...options,
  });

async function collect(events: AsyncIterable<QueryEvent>): Promise<readonly QueryEvent[]> {
  const all: QueryEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
}

const seqs = (events: readonly QueryEvent[]) => events.map(({ seq }) => seq);
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);

/** Counts the statements that read logs. */
function countReads(db: Database): { readonly db: Database; readonly reads: () => number } {
  let reads = 0;
  const prisma = new Proxy(db.prisma, {
    get(target, property) {
      if (property === '$queryRaw') reads += 1;
      return Reflect.get(target, property, target) as unknown;
    },
  });
  return { db: { ...db, prisma }, reads: () => reads };
}

describeDatabases('following a turn', (open) => {
  it('gives a late follower the whole log, then ends', async () => {
    await using db = await open();
    const query = await seedTurn(db, await seedWorkspaces(db));
    await using feed = await openFeed(db, { pageSize: 3 });

    const events = await collect(feed.follow(query.id, 0, never()));
    expect(seqs(events)).toEqual(range(1, 8));
    expect(events.at(-1)?.event.type).toBe('response.completed');
    expect([feed.followers, feed.tails]).toEqual([0, 0]);
  });

  it('resumes after every event, with no gap and nothing twice', async () => {
    await using db = await open();
    const query = await seedTurn(db, await seedWorkspaces(db));
    await using feed = await openFeed(db, { pageSize: 3 });

    for (const after of range(0, 8)) {
      expect(seqs(await collect(feed.follow(query.id, after, never())))).toEqual(range(after + 1, 8));
    }
  });

  it('delivers what is written while it waits, whoever leaves and comes back', async () => {
    await using db = await open();
    const turn = newTurn(await seedWorkspaces(db));
    const lease = { queryId: turn.id, owner: OWNER };
    await accept(db, turn);
    await using feed = await openFeed(db);
    const steady = collect(feed.follow(turn.id, 0, never()));

    let cursor = 0;
    for (let round = 0; round < 10; round += 1) {
      await appendEvents(db, lease, [delta(`${round} `), delta('.')]);
      for await (const { seq } of feed.follow(turn.id, cursor, never())) {
        expect(seq).toBe(cursor + 1);
        cursor = seq;
        if (cursor === 1 + 2 * (round + 1)) break;
      }
    }
    await finishTurn(db, lease, ending());
    expect(seqs(await steady)).toEqual(range(1, 28));
    expect(seqs(await collect(feed.follow(turn.id, cursor, never())))).toEqual(range(22, 28));
    expect([feed.followers, feed.tails]).toEqual([0, 0]);
  });

  it('reads a log once for a thousand followers', async () => {
    await using db = await open();
    const turn = newTurn(await seedWorkspaces(db));
    const lease = { queryId: turn.id, owner: OWNER };
    await accept(db, turn);
    const counted = countReads(db);
    await using feed = await openFeed(counted.db);
    const all = Array.from({ length: 1_000 }, () => collect(feed.follow(turn.id, 0, never())));

    for (let round = 0; round < 50; round += 1) await appendEvents(db, lease, [delta('a'), delta('b')]);
    await finishTurn(db, lease, ending());
    for (const events of await Promise.all(all)) expect(seqs(events)).toEqual(range(1, 108));

    expect(counted.reads() / (1_000 * 108)).toBeLessThan(0.005);
    expect([feed.followers, feed.tails]).toEqual([0, 0]);
  });

  it('lets a slow follower fall behind, and catch up from the log', async () => {
    await using db = await open();
    const turn = newTurn(await seedWorkspaces(db));
    const lease = { queryId: turn.id, owner: OWNER };
    await accept(db, turn);
    await using feed = await openFeed(db, { window: 8, pageSize: 5 });
    const slow = feed.follow(turn.id, 0, never());
    expect((await slow.next()).value).toMatchObject({ seq: 1 });
    const quick = collect(feed.follow(turn.id, 0, never()));

    for (let round = 0; round < 30; round += 1) await appendEvents(db, lease, [delta(`${round}`)]);
    await finishTurn(db, lease, ending());
    await quick;
    expect(seqs(await collect(slow))).toEqual(range(2, 38));
  });

  it('finds what no notification told of', async () => {
    await using db = await open();
    const turn = newTurn(await seedWorkspaces(db));
    await accept(db, turn);
    const deaf: Database = { ...db, listen: async () => ({ [Symbol.asyncDispose]: async () => {} }) };
    await using feed = await openFeed(deaf, { pollMs: 20 });
    const events = collect(feed.follow(turn.id, 0, never()));
    await finishTurn(db, { queryId: turn.id, owner: OWNER }, ending());
    expect(seqs(await events)).toEqual(range(1, 8));
  });

  it('releases everything when the signal aborts, also of one who never asks again', async () => {
    await using db = await open();
    const turn = newTurn(await seedWorkspaces(db));
    await accept(db, turn);
    await using feed = await openFeed(db);
    const waiting = new AbortController();
    const idle = new AbortController();
    const abandoned = feed.follow(turn.id, 0, idle.signal);
    await abandoned.next();
    const iterator = feed.follow(turn.id, 0, waiting.signal);
    await iterator.next();
    const next = iterator.next();
    expect(feed.followers).toBe(2);

    idle.abort(new Error('gone'));
    waiting.abort(new Error('left'));
    await expect(next).rejects.toThrow('left');
    expect([feed.followers, feed.tails]).toEqual([0, 0]);
  });

  it('ends with query_not_found when the turn is deleted, or never was', async () => {
    await using db = await open();
    const turn = newTurn(await seedWorkspaces(db));
    await accept(db, turn);
    await using feed = await openFeed(db);
    const iterator = feed.follow(turn.id, 0, never());
    await iterator.next();
    const next = iterator.next();
    await deleteSession(db, turn.sessionId, WORKSPACE);
    await expect(next).rejects.toMatchObject({ code: 'query_not_found' });
    await expect(feed.follow('qry_none', 0, never()).next()).rejects.toMatchObject({ code: 'query_not_found' });
    expect([feed.followers, feed.tails]).toEqual([0, 0]);
  });

  it('ends its followers when it closes', async () => {
    await using db = await open();
    const turn = newTurn(await seedWorkspaces(db));
    await accept(db, turn);
    const feed = await openFeed(db);
    const iterator = feed.follow(turn.id, 0, never());
    await iterator.next();
    const next = iterator.next();
    const [outcome] = await Promise.allSettled([next, feed[Symbol.asyncDispose]()]);
    expect(outcome).toMatchObject({ status: 'rejected', reason: { reason: 'shutdown' } });
  });
});
