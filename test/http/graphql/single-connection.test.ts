import { createClient } from 'graphql-sse';
import { expect, test } from 'vitest';
import { readFrames } from '../../support/sse-reader.ts';
import { type Harness, startGateway, until } from '../harness.ts';
import { answer } from '../memory-turns.ts';

const FOLLOW = 'subscription ($id: ID!) { queryEvents(queryId: $id) { seq type delta } }';
const VIEWER = { workspaceId: 'wsp_default' };

async function ask({ turns }: Harness): Promise<string> {
  return (await turns.submit({ ask: 'What are the payment terms?' }, { viewer: VIEWER })).id;
}

async function askOver(url: string): Promise<string> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: 'mutation { ask(ask: "What are the payment terms?") }' }),
  });
  return (await response.json()).data.ask;
}

async function reserve(url: string): Promise<string> {
  const response = await fetch(`${url}/graphql/stream`, { method: 'PUT' });
  expect(response.status).toBe(201);
  return response.text();
}

function run(url: string, token: string, operationId: string, body: object): Promise<Response> {
  return fetch(`${url}/graphql/stream`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-graphql-event-stream-token': token },
    body: JSON.stringify({ ...body, extensions: { operationId } }),
  });
}

function open(url: string, token: string, signal?: AbortSignal): Promise<Response> {
  const init = { headers: { accept: 'text/event-stream' }, ...(signal === undefined ? {} : { signal }) };
  return fetch(`${url}/graphql/stream?token=${token}`, init);
}

test('one connection carries several turns, each whole and in order (docs/protocol.md §6.3)', async () => {
  await using harness = await startGateway();
  const ids = await Promise.all([1, 2, 3].map(() => ask(harness)));
  const client = createClient({ url: `${harness.url}/graphql/stream`, singleConnection: true, retryAttempts: 0 });
  const texts = await Promise.all(
    ids.map(async (id, index) => {
      let text = '';
      for await (const { data } of client.iterate<{ queryEvents: { seq: number; delta: string | null } }>({
        query: FOLLOW,
        variables: { id },
      })) {
        if (data?.queryEvents.seq === 1) harness.turns.append(id, ...answer('turn ', String(index)));
        text += data?.queryEvents.delta ?? '';
      }
      return text;
    }),
  );
  expect(texts).toEqual(['turn 0', 'turn 1', 'turn 2']);
  client.dispose();
  await until(() => harness.gateway.counts().sharedConnections === 0);
});

test('an operation that is ended by its client stops waiting for its turn (§6.4)', async () => {
  await using harness = await startGateway();
  const token = await reserve(harness.url);
  await run(harness.url, token, 'one', { query: FOLLOW, variables: { id: await ask(harness) } });
  await until(() => harness.turns.waiting === 1);

  const ended = await fetch(`${harness.url}/graphql/stream?token=${token}&operationId=one`, { method: 'DELETE' });
  expect(ended.status).toBe(200);
  await until(() => harness.turns.waiting === 0);
});

test('operations end with the connection, and its token is void (§6.5)', async () => {
  await using harness = await startGateway();
  const token = await reserve(harness.url);
  const cut = new AbortController();
  await open(harness.url, token, cut.signal);
  await run(harness.url, token, 'one', { query: FOLLOW, variables: { id: await ask(harness) } });
  await until(() => harness.turns.waiting === 1);

  cut.abort();
  await until(() => harness.turns.waiting === 0);
  expect((await open(harness.url, token)).status).toBe(404);
  expect(harness.gateway.counts()).toMatchObject({ sharedConnections: 0, operations: 0, eventStreams: 0 });
});

test('operations wait for a reader that does not read (§6.6)', async () => {
  await using harness = await startGateway();
  const token = await reserve(harness.url);
  const id = await ask(harness);
  await run(harness.url, token, 'one', { query: FOLLOW, variables: { id } });
  harness.turns.append(id, ...answer(...Array.from({ length: 500 }, (_, index) => `${index} `)));
  await run(harness.url, token, 'two', { query: '{ hello }' });
  expect(harness.gateway.counts().operations).toBe(2);

  let frames = 0;
  const left = new Set(['one', 'two']);
  for await (const { event, data } of readFrames(await open(harness.url, token))) {
    if (event === 'next') frames += 1;
    if (event === 'complete') left.delete(JSON.parse(data ?? '').id);
    if (left.size === 0) break;
  }
  expect(frames).toBe(1 + 2 + 500 + 4 + 1);
});

test.each([
  ['a token that was never given', 404, (url: string) => open(url, 'nobody')],
  [
    'a second opening',
    409,
    async (url: string) => {
      const token = await reserve(url);
      const first = await open(url, token);
      const second = await open(url, token);
      await first.body?.cancel();
      return second;
    },
  ],
  [
    'an operation without an id',
    400,
    async (url: string) => {
      const token = await reserve(url);
      return run(url, token, '', { query: '{ hello }' });
    },
  ],
  [
    'an operation id in use',
    409,
    async (url: string) => {
      const token = await reserve(url);
      await run(url, token, 'one', { query: FOLLOW, variables: { id: await askOver(url) } });
      return run(url, token, 'one', { query: '{ hello }' });
    },
  ],
  [
    'a body that is no JSON',
    400,
    async (url: string) => {
      const token = await reserve(url);
      return fetch(`${url}/graphql/stream?token=${token}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{',
      });
    },
  ],
])('%s is answered %i (§6)', async (_case, status, request) => {
  await using harness = await startGateway();
  const response = await request(harness.url);
  expect(response.status).toBe(status);
  expect(await response.json()).toMatchObject({ errors: [{ extensions: { code: 'bad_request' } }] });
});

test("a stream of another workspace's is not found (§6.2)", async () => {
  await using harness = await startGateway();
  const token = await reserve(harness.url);
  const response = await fetch(`${harness.url}/graphql/stream?token=${token}`, {
    headers: { accept: 'text/event-stream', authorization: 'Bearer wsp_other' },
  });
  expect(response.status).toBe(404);
});

test('without a token an operation has a stream of its own (§6.7)', async () => {
  await using harness = await startGateway();
  const client = createClient({ url: `${harness.url}/graphql/stream`, retryAttempts: 0 });
  const results = [];
  for await (const result of client.iterate({ query: '{ hello }' })) results.push(result);
  expect(results).toEqual([{ data: { hello: 'hello' } }]);
});
