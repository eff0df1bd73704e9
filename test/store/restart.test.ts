import { expect, it } from 'vitest';
import { systemClock } from '../../src/lib/clock.ts';
import { openDatabase } from '../../src/store/database.ts';
import { appendEvents } from '../../src/store/event-log.ts';
import { createFeed } from '../../src/store/feed.ts';
import { finishTurn } from '../../src/store/finish-turn.ts';
import { describePostgres } from '../support/database.ts';
import { outage } from '../support/outage.ts';
import { accept, delta, ending, newTurn, OWNER, seedWorkspaces } from './seed.ts';

const never = () => new AbortController().signal;

describePostgres('a database that goes away', ({ url }) => {
  it('ends neither the process nor those who follow a turn, and is found again', async () => {
    const broken: Error[] = [];
    await using db = await openDatabase({ url: url(), onConnectionError: (error) => broken.push(error) });
    const turn = newTurn(await seedWorkspaces(db));
    const lease = { queryId: turn.id, owner: OWNER };
    await accept(db, turn);
    // The poll is an hour away: only the connection that listens can tell that there is something new.
    await using feed = await createFeed(db, { clock: systemClock, onError: () => {}, pollMs: 3_600_000 });
    const seen: number[] = [];
    const following = (async () => {
      for await (const { seq } of feed.follow(turn.id, 0, never())) seen.push(seq);
    })();
    await appendEvents(db, lease, [delta('before')]);

    {
      await using _out = await outage(url());
      await expect(db.ping(never())).rejects.toBeInstanceOf(Error);
      await expect(appendEvents(db, lease, [delta('lost')])).rejects.toBeInstanceOf(Error);
    }
    await appendEvents(db, lease, [delta('after')]);
    await finishTurn(db, lease, ending());

    await following;
    expect(seen).toEqual(Array.from({ length: 10 }, (_, at) => at + 1));
    expect(broken.length).toBeGreaterThan(0);
  });

  it('is left alone by a ping that nobody waits for', async () => {
    await using db = await openDatabase({ url: url() });
    const reason = new Error('no longer of interest');
    await expect(db.ping(AbortSignal.abort(reason))).rejects.toBe(reason);
    await expect(db.ping(never())).resolves.toBeUndefined();
  });
});
