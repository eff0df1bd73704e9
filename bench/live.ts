/**
 * `npm run bench:live`: what following costs, beside bare Yoga in the same run. Prints one JSON document.
 * `--subscribers 200` takes fewer of them. Servers run in processes of their own; this one is all the clients.
 */

import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ServerProcess } from './live/server-process.ts';
import { openSubscribers, type Subscription } from './live/subscribers.ts';

const { values } = parseArgs({ options: { subscribers: { type: 'string', default: '1000' } } });
const SUBSCRIBERS = Number(values.subscribers);
const DELTAS = 100;
const IDLE_READERS = 100;
const TURNS = 50;

const start = (name: string) =>
  new ServerProcess(fork(fileURLToPath(new URL(`./live/${name}`, import.meta.url)), { execArgv: process.execArgv }));

interface FanOut {
  readonly eventsPerSecond: number;
  readonly rssBytesPerSubscriber: number;
  readonly statementsPerEvent: number | null;
}

/** Opens all subscribers of one turn, has it say its deltas, and waits until everybody has all of them. */
async function fanOut(server: ServerProcess, subscriptionOf: (queryId: string) => Subscription): Promise<FanOut> {
  const { queryId } = await server.ask('begin');
  const idle = await server.ask('measure');
  await using subscribers = await openSubscribers(server.port, subscriptionOf(queryId), SUBSCRIBERS);
  const before = await server.ask('measure');
  const began = performance.now();
  await server.ask('say', DELTAS);
  await subscribers.received(DELTAS);
  const seconds = (performance.now() - began) / 1_000;
  const after = await server.ask('measure');
  await server.ask('end');
  const events = SUBSCRIBERS * DELTAS;
  return {
    eventsPerSecond: events / seconds,
    rssBytesPerSubscriber: Math.max(before.rss - idle.rss, after.rss - idle.rss) / SUBSCRIBERS,
    statementsPerEvent: after.statements === null ? null : (after.statements - (before.statements ?? 0)) / events,
  };
}

/** Memory that readers cost who opened their streams and never read a byte of a turn's whole text. */
async function neverReading(server: ServerProcess, subscriptionOf: (queryId: string) => Subscription): Promise<number> {
  const { queryId } = await server.ask('begin');
  await using _subscribers = await openSubscribers(
    server.port,
    { ...subscriptionOf(queryId), paused: true },
    IDLE_READERS,
  );
  const before = await server.ask('measure');
  await server.ask('say', 20 * DELTAS);
  await server.ask('end');
  return (await server.ask('measure')).rss - before.rss;
}

const median = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

const gateway = start('gateway-server.ts');
const yoga = start('yoga-server.ts');
try {
  await Promise.all([gateway.ready, yoga.ready]);
  const graphql = (queryId: string): Subscription => ({
    path: '/graphql',
    body: {
      query: `subscription { queryEvents(queryId: "${queryId}") { seq type ... on OutputTextDeltaEvent { delta } } }`,
    },
    mark: '"delta"',
  });
  const json = (queryId: string): Subscription => ({
    path: `/api/queries/${queryId}/events`,
    mark: 'event: response.output_text.delta',
  });
  const bare = (): Subscription => ({
    path: '/graphql',
    body: { query: 'subscription { events { seq type delta } }' },
    mark: '"delta"',
  });

  const bareYoga = await fanOut(yoga, bare);
  const throughGraphql = await fanOut(gateway, graphql);
  const throughJson = await fanOut(gateway, json);
  const idleBytes = await neverReading(gateway, graphql);
  const { turns } = await gateway.ask('time', TURNS);
  const firstDeltaMs = median(turns.map(({ firstDeltaMs: ms }) => ms));
  const wholeTurnMs = median(turns.map(({ wholeTurnMs: ms }) => ms));
  process.stdout.write(
    `${JSON.stringify(
      {
        subscribers: SUBSCRIBERS,
        deltas: DELTAS,
        bareYoga,
        throughGraphql,
        throughJson,
        ratios: {
          graphqlEventsPerSecond: throughGraphql.eventsPerSecond / bareYoga.eventsPerSecond,
          graphqlMemory: throughGraphql.rssBytesPerSubscriber / bareYoga.rssBytesPerSubscriber,
          jsonEventsPerSecond: throughJson.eventsPerSecond / bareYoga.eventsPerSecond,
          firstDeltaOfWholeTurn: firstDeltaMs / wholeTurnMs,
        },
        neverReading: { readers: IDLE_READERS, rssGrowthBytes: idleBytes },
        turn: { firstDeltaMs, wholeTurnMs, turns: TURNS },
      },
      null,
      2,
    )}\n`,
  );
} finally {
  await Promise.all([gateway.stop(), yoga.stop()]);
}
