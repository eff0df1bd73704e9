import { expect, test } from 'vitest';
import { outputText } from '../../src/engine/fold.ts';
import { until } from '../http/harness.ts';
import { openTestGateway } from '../support/gateway.ts';
import { type Follow, type FollowedEvent, TRANSPORTS } from './support/followers.ts';
import { PromptedModel } from './support/prompted-model.ts';
import { seededRandom, seedOfRun } from './support/random.ts';

/** Of each of the four transports. */
const RECONNECTS = 25;
const WORDS = 200;
const ASK = 'What are the terms?';

/** Reads a turn to its end over connections that it cuts after one to six events each. */
async function readInPieces(
  follow: Follow,
  gateway: { url: string; id: string },
  random: () => number,
  taken: () => void,
) {
  const events: FollowedEvent[] = [];
  const isOver = () => /completed|failed|cancelled/.test(events.at(-1)?.type ?? '');
  let connections = 0;
  while (!isOver()) {
    connections += 1;
    const limit = connections > RECONNECTS ? Number.POSITIVE_INFINITY : 1 + Math.floor(random() * 6);
    const before = events.length;
    for await (const event of follow(gateway.url, gateway.id, events.at(-1)?.seq ?? 0)) {
      events.push(event);
      taken();
      if (events.length - before === limit) break;
    }
  }
  return { events, reconnects: connections - 1 };
}

test('100 reconnects at random points, 25 a transport, lose nothing, repeat nothing and keep the order', async () => {
  const seed = seedOfRun();
  const random = seededRandom(seed);
  const model = new PromptedModel();
  await using gateway = await openTestGateway({ models: model.catalog() });
  await gateway.addContext('terms', { 'terms.md': '# Terms\n\nThe terms are net 30.\n' });
  const { services, viewer, db, feed } = gateway.runtime;
  const { id } = await services.turns.submit({ ask: ASK, scope: ['terms'] }, { viewer });
  const call = await model.called(ASK);

  // The answer goes on as it is read: each reader is cut off in the midst of it, and none of them waits for ever.
  let words = 0;
  const taken = () => {
    if (words < WORDS) call.say(`word${words} `);
    words += 1;
    if (words === WORDS) call.finish();
  };
  const read = await Promise.all(
    Object.values(TRANSPORTS).map((follow) => readInPieces(follow, { url: gateway.url, id }, random, taken)),
  );

  const log = await db.prisma.queryEvent.findMany({ where: { queryId: id }, orderBy: { seq: 'asc' } });
  const whole = log.map(({ seq, type, payload }) => {
    const { delta } = payload as { delta?: string };
    return { seq, type, ...(delta === undefined ? {} : { delta }) };
  });
  for (const { events } of read) expect(events).toEqual(whole);
  const text = whole.map(({ delta }) => delta ?? '').join('');
  expect(text).toBe(outputText(await services.turns.get(id, viewer)));
  expect(read.reduce((sum, { reconnects }) => sum + reconnects, 0)).toBeGreaterThanOrEqual(4 * RECONNECTS);
  await until(() => feed.followers === 0 && feed.tails === 0);
  expect(gateway.faults).toEqual([]);
  console.log(
    `reconnects: seed ${seed}, ${read.map(({ reconnects }) => reconnects).join(' + ')}, ${whole.length} events`,
  );
});
