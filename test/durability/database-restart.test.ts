import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { createCatalog } from '../../src/models/catalog.ts';
import { createExtractiveModel } from '../../src/models/extractive/model.ts';
import { type Database, openDatabase } from '../../src/store/database.ts';
import { openTestGateway } from '../support/gateway.ts';
import { postgresPrograms, type StopMode, startPostgres } from '../support/postgres-server.ts';
import { askAndWait, askInBackground, askStreaming, untilOver } from './support/api.ts';
import { auditTurns, faultsIn, outcomesOf } from './support/audit-turns.ts';
import { type FollowedEvent, TRANSPORTS } from './support/followers.ts';
import { PromptedModel } from './support/prompted-model.ts';
import { endLeases, VIGILANT } from './support/vigilant.ts';

vi.setConfig({ testTimeout: 600_000 });

/** Turns that compose all the while, each followed over all four transports. */
const RUNNING = 6;
/** Clients that ask without a pause. */
const CLIENTS = 3;
const WORD_MS = 20;
const LOOKING = { timeout: 120_000, interval: 50 };
const SHORT_LEASE_MS = 5_000;
const ask = (at: number) => `Which terms are number ${at}?`;

const bin = postgresPrograms();
if (bin === undefined) console.log('The tests of a restarted database are skipped: there is no PostgreSQL to start.');

const readiness = async (url: string) => (await fetch(`${url}/ready`)).status;

/** Asks again and again, over outages too, until it is told to stop. */
function keepAsking(url: string) {
  const document = { ask: 'What are the terms?', scope: ['terms'], model: 'local/extractive' };
  const accepted: string[] = [];
  let refused = 0;
  const stop = new AbortController();
  const client = async (askNext: () => Promise<{ readonly id: string }>) => {
    while (!stop.signal.aborted) {
      try {
        accepted.push((await askNext()).id);
      } catch {
        refused += 1; // what the gateway answers while it has no database, or a stream that was never begun
      }
      await delay(WORD_MS);
    }
  };
  const clients = Array.from({ length: CLIENTS }, (_, at) =>
    client(() => (at % 2 === 0 ? askInBackground(url, document) : askAndWait(url, document))),
  );
  return {
    get refused() {
      return refused;
    },
    get accepted() {
      return accepted.length;
    },
    async stop() {
      stop.abort();
      await Promise.all(clients);
      return accepted;
    },
  };
}

/** The logs of turns, as a follower over any transport sees them. */
async function logsOf(db: Database, ids: readonly string[]): Promise<readonly (readonly FollowedEvent[])[]> {
  const rows = await db.prisma.queryEvent.findMany({ where: { queryId: { in: [...ids] } }, orderBy: { seq: 'asc' } });
  return ids.map((id) =>
    rows
      .filter(({ queryId }) => queryId === id)
      .map(({ seq, type, payload }) => {
        const { delta } = payload as { delta?: string };
        return { seq, type, ...(delta === undefined ? {} : { delta }) };
      }),
  );
}

describe.skipIf(bin === undefined)('a PostgreSQL that is stopped under load and started again', () => {
  test.each<[StopMode, string, number, number]>([
    ['immediate', 'for less than a lease', VIGILANT.leaseMs, 0],
    ['fast', 'for longer than a lease', SHORT_LEASE_MS, SHORT_LEASE_MS + 1_000],
  ])('%s, %s: nothing is lost, doubled or left running', async (mode, _howLong, leaseMs, downMs) => {
    await using server = await startPostgres(bin ?? '');
    const broken: Error[] = [];
    const db = await openDatabase({ url: server.url, onConnectionError: (error) => broken.push(error) });
    const model = new PromptedModel();
    const models = createCatalog([model, createExtractiveModel()]);
    await using gateway = await openTestGateway({ db, models, vigilance: { ...VIGILANT, leaseMs } });
    await gateway.addContext('terms', { 'terms.md': '# Terms\n\nThe terms are net 30.\n' });
    const { url } = gateway;

    const running = await Promise.all(
      Array.from({ length: RUNNING }, (_, at) => askStreaming(url, { ask: ask(at), scope: ['terms'] })),
    );
    const ids = running.map(({ id }) => id);
    const calls = await Promise.all(running.map((_, at) => model.called(ask(at))));
    const followers = ids.flatMap((id) => Object.values(TRANSPORTS).map((follow) => follow(url, id, 0)));
    const first = await Promise.all(followers.map((follower) => follower.next()));
    const followed = Promise.all(
      followers.map(async (follower, at) => [first[at]?.value, ...(await collect(follower))]),
    );
    let words = 0;
    const talk = setInterval(() => {
      words += 1;
      for (const call of calls) call.say(`word${words} `);
    }, WORD_MS);
    const load = keepAsking(url);
    await vi.waitUntil(() => load.accepted >= 4 * CLIENTS, LOOKING);

    const began = performance.now();
    await server.stop(mode);
    const wordsBefore = words;
    await vi.waitUntil(async () => (await readiness(url)) === 503, LOOKING);
    await vi.waitUntil(() => load.refused >= CLIENTS && words >= wordsBefore + 25, LOOKING);
    await delay(downMs);
    expect(await readiness(url)).toBe(503);
    await server.start();
    await vi.waitUntil(async () => (await readiness(url)) === 200, LOOKING);
    const lasted = performance.now() - began;

    clearInterval(talk);
    for (const call of calls) call.finish();
    const accepted = await load.stop();
    const ends = await Promise.all([...ids, ...accepted].map((id) => untilOver(url, id)));
    for (const { status } of ends) expect(['completed', 'failed']).toContain(status);
    // Those whose leases never ran out have gone on as if nothing had been.
    const goneOn = downMs === 0 ? ['completed'] : ['completed', 'failed'];
    for (const { status } of ends.slice(0, RUNNING)) expect(goneOn).toContain(status);

    const logs = await logsOf(db, ids);
    for (const [at, events] of (await followed).entries()) {
      expect(events).toEqual(logs[Math.floor(at / Object.keys(TRANSPORTS).length)]);
    }
    const asked = askAndWait(url, { ask: ask(RUNNING), scope: ['terms'] });
    (await model.called(ask(RUNNING))).finish();
    expect(await asked).toMatchObject({ status: 'completed' });

    // A turn whose acceptance was cut off, so that nobody knows of it, is ended once its lease has run out.
    await endLeases(db);
    const inProgress = () => db.prisma.query.count({ where: { status: 'in_progress' } });
    await vi.waitUntil(async () => (await inProgress()) === 0, LOOKING);
    const turns = await auditTurns(db);
    console.log(
      `restart (${mode}) of ${(lasted / 1_000).toFixed(1)} s: ${accepted.length} asks accepted, ${load.refused} refused, ` +
        `${broken.length} connections broke: ${JSON.stringify(outcomesOf(turns))}`,
    );
    expect(faultsIn(turns)).toEqual([]);
    expect(gateway.runtime.worker.running).toBe(0);
  });
});

async function collect<T>(events: AsyncIterable<T>): Promise<readonly T[]> {
  const collected: T[] = [];
  for await (const event of events) collected.push(event);
  return collected;
}
