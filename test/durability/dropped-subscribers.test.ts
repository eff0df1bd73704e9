import { expect, test } from 'vitest';
import { until } from '../http/harness.ts';
import { openTestGateway } from '../support/gateway.ts';
import { BARE_SUBSCRIBERS, type OpenBareSubscriber } from './support/bare-subscribers.ts';
import { PromptedModel } from './support/prompted-model.ts';

/** Of each way to follow. */
const SUBSCRIBERS = 250;
const ASK = 'What are the terms?';

test('1,000 subscribers of a running turn that leave, with FIN or by a reset, are all released', async () => {
  const model = new PromptedModel();
  await using gateway = await openTestGateway({ models: model.catalog() });
  await gateway.addContext('terms', { 'terms.md': '# Terms\n\nThe terms are net 30.\n' });
  const { services, viewer, feed, worker } = gateway.runtime;
  const { id } = await services.turns.submit({ ask: ASK, scope: ['terms'] }, { viewer });
  const call = await model.called(ASK);

  const url = new URL(gateway.url);
  const openAll = (open: OpenBareSubscriber) => Promise.all(Array.from({ length: SUBSCRIBERS }, () => open(url, id)));
  const opened = [];
  for (const open of Object.values(BARE_SUBSCRIBERS)) opened.push(...(await openAll(open)));
  // All of the JSON binding's share one reading of the turn.
  await until(() => feed.followers === 3 * SUBSCRIBERS + 1);
  expect(feed.tails).toBe(1);
  expect(gateway.server.gateway.counts()).toEqual({
    eventStreams: 3 * SUBSCRIBERS,
    sharedConnections: SUBSCRIBERS,
    sockets: SUBSCRIBERS,
    operations: 2 * SUBSCRIBERS,
    followedTurns: 1,
  });

  const dropped = performance.now();
  for (const [index, socket] of opened.entries()) {
    if (index % 2 === 0) socket.destroy();
    else socket.resetAndDestroy();
  }
  await until(() => Object.values(gateway.server.gateway.counts()).every((count) => count === 0));
  await until(() => feed.followers === 0 && feed.tails === 0);
  console.log(`1,000 dropped subscribers: all released after ${(performance.now() - dropped).toFixed(0)} ms`);

  expect(call.signal.aborted).toBe(false);
  call.finish();
  await until(() => worker.running === 0);
  expect(await services.turns.get(id, viewer)).toMatchObject({ status: 'completed' });
  expect(gateway.faults).toEqual([]);
});
