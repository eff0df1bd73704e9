/**
 * `npm run bench:live`: what following costs, beside bare Yoga in the same run. Prints one JSON document and ends with 1
 * when a goal of `live/goals.ts` is missed. `--subscribers 200` takes fewer of them. Servers run in processes of their
 * own; this one is all the clients.
 */

import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { judge } from './live/goals.ts';
import { ServerProcess } from './live/server-process.ts';
import { openSubscribers, type Subscription } from './live/subscribers.ts';
import { timeTurn } from './live/time-turn.ts';

const { values } = parseArgs({ options: { subscribers: { type: 'string', default: '1000' } } });
const SUBSCRIBERS = Number(values.subscribers);
const DELTAS = 100;
const IDLE_READERS = 100;
/** More than the kernel keeps for one of them. */
const UNREAD_KILOBYTES = 4_096;
const TURNS = 50;
const WARM_UP = 50;
/** Single runs differ by a tenth and more on a machine that does anything else: what counts is the one in the middle. */
const ROUNDS = 5;

const start = (name: string) =>
  new ServerProcess(fork(fileURLToPath(new URL(`./live/${name}`, import.meta.url)), { execArgv: process.execArgv }));

interface FanOut {
  readonly eventsPerSecond: number;
  /** While all are subscribed and nothing is said. */
  readonly liveBytesPerSubscriber: number;
  /** The most of the resident set's growth, which is mostly what the allocators keep for themselves. */
  readonly rssBytesPerSubscriber: number;
  readonly statementsPerEvent: number | null;
}

/** Opens all subscribers of one turn, has it say its deltas, and waits until everybody has all of them. */
async function fanOut(
  server: ServerProcess,
  subscriptionOf: (queryId: string) => Subscription,
  count = SUBSCRIBERS,
): Promise<FanOut> {
  const { queryId } = await server.ask('begin');
  const idle = await server.ask('measure');
  await using subscribers = await openSubscribers(server.port, subscriptionOf(queryId), count);
  const before = await server.ask('measure');
  const began = performance.now();
  await server.ask('say', DELTAS);
  await subscribers.received(DELTAS);
  const seconds = (performance.now() - began) / 1_000;
  const after = await server.ask('measure');
  await server.ask('end');
  const events = count * DELTAS;
  return {
    eventsPerSecond: events / seconds,
    liveBytesPerSubscriber: (before.live - idle.live) / count,
    rssBytesPerSubscriber: Math.max(before.rss - idle.rss, after.rss - idle.rss) / count,
    statementsPerEvent: after.statements === null ? null : (after.statements - (before.statements ?? 0)) / events,
  };
}

/** Memory that readers cost who opened their streams and never read a byte of a turn's whole text, which is long. */
async function neverReading(
  server: ServerProcess,
  subscriptionOf: (queryId: string) => Subscription,
  count = IDLE_READERS,
): Promise<number> {
  const { queryId } = await server.ask('begin');
  await using _subscribers = await openSubscribers(server.port, { ...subscriptionOf(queryId), paused: true }, count);
  const before = await server.ask('measure');
  await server.ask('sayKilobytes', UNREAD_KILOBYTES);
  await server.ask('end');
  return (await server.ask('measure')).rss - before.rss;
}

const progress = (phase: string) => void process.stderr.write(`bench:live: ${phase}\n`);
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

  // What a server takes once, for its first of anything, is not the cost of a subscriber.
  progress('warming up');
  await fanOut(yoga, bare, WARM_UP);
  await fanOut(gateway, graphql, WARM_UP);
  await fanOut(gateway, json, WARM_UP);
  // Twice: the heap still grows at the second time.
  for (let time = 0; time < 2; time += 1) await neverReading(gateway, graphql, 0);
  const rounds: Record<'bareYoga' | 'throughGraphql' | 'throughJson', FanOut>[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    progress(`round ${round} of ${ROUNDS}: bare Yoga, GraphQL, the JSON binding`);
    rounds.push({
      bareYoga: await fanOut(yoga, bare),
      throughGraphql: await fanOut(gateway, graphql),
      throughJson: await fanOut(gateway, json),
    });
  }
  progress('readers that never read');
  const growths = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    growths.push({ without: await neverReading(gateway, graphql, 0), with: await neverReading(gateway, graphql) });
  }
  const idleBytes = median(growths.map((growth) => growth.with)) - median(growths.map(({ without }) => without));
  progress('single turns');
  const turns = [];
  for (let at = 0; at < TURNS; at += 1) turns.push(await timeTurn(gateway.port));
  const firstDeltaMs = median(turns.map(({ firstDeltaMs: ms }) => ms));
  const wholeTurnMs = median(turns.map(({ wholeTurnMs: ms }) => ms));
  const middle = (of: (round: (typeof rounds)[number]) => number) => median(rounds.map(of));
  const goals = judge({
    graphqlEventsPerSecond: middle(
      ({ bareYoga, throughGraphql }) => throughGraphql.eventsPerSecond / bareYoga.eventsPerSecond,
    ),
    // Of the medians: the resident set grows in steps that have little to do with any one round.
    graphqlMemory:
      middle(({ throughGraphql }) => throughGraphql.rssBytesPerSubscriber) /
      middle(({ bareYoga }) => bareYoga.rssBytesPerSubscriber),
    jsonEventsPerSecond: middle(({ bareYoga, throughJson }) => throughJson.eventsPerSecond / bareYoga.eventsPerSecond),
    statementsPerEvent: Math.max(
      ...rounds.flatMap(({ throughGraphql, throughJson }) => [
        throughGraphql.statementsPerEvent ?? 0,
        throughJson.statementsPerEvent ?? 0,
      ]),
    ),
    neverReadingBytes: idleBytes,
  });
  const report = {
    subscribers: SUBSCRIBERS,
    deltas: DELTAS,
    rounds,
    liveMemory: middle(
      ({ bareYoga, throughGraphql }) => throughGraphql.liveBytesPerSubscriber / bareYoga.liveBytesPerSubscriber,
    ),
    neverReading: { readers: IDLE_READERS, growths, rssGrowthBytes: idleBytes },
    turn: { turns: TURNS, firstDeltaMs, wholeTurnMs, firstDeltaOfWholeTurn: firstDeltaMs / wholeTurnMs },
    goals,
  };
  process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
  if (goals.some(({ met }) => !met)) process.exitCode = 1;
} finally {
  await Promise.all([gateway.stop(), yoga.stop()]);
}
