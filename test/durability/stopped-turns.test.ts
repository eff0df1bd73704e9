import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../http/harness.ts';
import { openTestGateway, type TestGateway } from '../support/gateway.ts';
import { HeldClock } from '../support/held-clock.ts';
import { askStreaming, post, untilOver } from './support/api.ts';
import { type PromptedCall, PromptedModel } from './support/prompted-model.ts';

const SCOPE = ['terms'];
const model = new PromptedModel();
/** Of one turn; no other wait is so long. */
const LIMIT_SECONDS = 77;
const clock = new HeldClock(LIMIT_SECONDS * 1_000);
let gateway: TestGateway;

beforeAll(async () => {
  gateway = await openTestGateway({ models: model.catalog(), clock });
  await gateway.addContext('terms', { 'terms.md': '# Terms\n\nThe terms are net 30.\n' });
});
afterAll(() => gateway[Symbol.asyncDispose]());

/** When the model's signal aborts. */
function aborted({ signal }: PromptedCall): Promise<number> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(performance.now()), { once: true });
  });
}

test('a cancel aborts the model call, says so as its reason, and answers with the cancelled turn', async () => {
  const ask = 'Which terms to cancel?';
  const { id, rest } = await askStreaming(gateway.url, { ask, scope: SCOPE });
  const call = await model.called(ask);
  const abort = aborted(call);
  const sent = performance.now();
  const response = await fetch(`${gateway.url}/api/queries/${id}/cancel`, { method: 'POST' });
  expect(await response.json()).toMatchObject({ status: 'cancelled', error: expect.stringContaining('cancelled') });
  const latency = (await abort) - sent;

  expect(call.signal.reason).toMatchObject({ name: 'StopError', reason: 'cancelled' });
  const types: string[] = [];
  for await (const { event } of rest) types.push(event);
  expect(types.slice(-2)).toEqual(['response.cancelled', 'query']);
  console.log(`cancel: the model call was aborted ${latency.toFixed(1)} ms after the request was sent`);
});

test('a time limit aborts the model call, and the turn has failed at the limit, which it names', async () => {
  const ask = 'Which terms are slow?';
  const asked = fetch(`${gateway.url}/api/query`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ask, scope: SCOPE, timeout_seconds: LIMIT_SECONDS }),
  });
  const call = await model.called(ask);
  const abort = aborted(call);
  clock.end();
  const response = await asked;
  const answered = performance.now();
  expect(response.status).toBe(504);
  const { error } = (await response.json()) as { error: { code: string; query_id: string; message: string } };
  expect(error).toMatchObject({ code: 'timeout', message: expect.stringContaining(`limit of ${LIMIT_SECONDS} s`) });
  expect(await abort).toBeLessThan(answered);
  expect(call.signal.reason).toMatchObject({ name: 'StopError', reason: 'timeout' });
  const turn = await untilOver(gateway.url, error.query_id);
  expect(turn).toMatchObject({ status: 'failed', error: error.message });
});

test.each(['in a stream', 'for the whole answer'])(
  'a client that waited %s and leaves cancels nothing',
  async (how) => {
    const ask = `Which terms, left ${how}?`;
    const leaving = new AbortController();
    const request = { ask, scope: SCOPE, stream: how === 'in a stream' };
    const asked = fetch(`${gateway.url}/api/query`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(request),
      signal: leaving.signal,
    }).then((response) => response.text());
    const call = await model.called(ask);
    await until(() => gateway.runtime.feed.followers === 1);
    leaving.abort();
    await expect(asked).rejects.toThrow('aborted');
    await until(() => gateway.runtime.feed.followers === 0);

    expect(call.signal.aborted).toBe(false);
    call.finish();
    await until(() => gateway.runtime.worker.running === 0);
    expect(call.signal.aborted).toBe(false);
    const turn = await gateway.runtime.db.prisma.query.findFirst({ where: { ask } });
    expect(turn).toMatchObject({ status: 'completed', error: null });
  },
);

test('a turn that waits in the background for its turn is cancelled before it begins', async () => {
  const running = Array.from({ length: 16 }, (_, at) => `Which terms occupy ${at}?`);
  for (const ask of running) await post(gateway.url, { ask, scope: SCOPE, background: true });
  const calls = await Promise.all(running.map((ask) => model.called(ask)));
  const { id } = (await (
    await post(gateway.url, { ask: 'Which terms are late?', scope: SCOPE, background: true })
  ).json()) as {
    id: string;
  };
  const response = await fetch(`${gateway.url}/api/queries/${id}/cancel`, { method: 'POST' });
  expect(await response.json()).toMatchObject({ status: 'cancelled', steps: [] });
  for (const call of calls) call.finish();
  await until(() => gateway.runtime.worker.running === 0);
  expect(model.calls.some(({ ask }) => ask === 'Which terms are late?')).toBe(false);
});

test('nothing failed with nobody to tell', () => {
  expect(gateway.faults).toEqual([]);
});
