import { once } from 'node:events';
import { createClient } from 'graphql-ws';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { type Harness, startGateway, until } from '../harness.ts';
import { answer } from '../memory-turns.ts';

const FOLLOW = 'subscription ($id: ID!, $after: Int) { queryEvents(queryId: $id, after: $after) { seq type delta } }';
const VIEWER = { workspaceId: 'wsp_default' };

async function ask({ turns }: Harness): Promise<string> {
  return (await turns.submit({ ask: 'What are the payment terms?' }, { viewer: VIEWER })).id;
}

function socketUrl({ url }: Harness): string {
  return `${url.replace('http', 'ws')}/graphql`;
}

function connect(harness: Harness, protocol = 'graphql-transport-ws'): WebSocket {
  return new WebSocket(socketUrl(harness), protocol);
}

async function message(socket: WebSocket): Promise<{ readonly type: string; readonly payload?: unknown }> {
  const [data] = (await once(socket, 'message')) as [Buffer];
  return JSON.parse(data.toString('utf8'));
}

test('a client gets every event once, in order, and then complete (docs/protocol.md §3.1, §7.1)', async () => {
  await using harness = await startGateway();
  const id = await ask(harness);
  const client = createClient({ url: socketUrl(harness), webSocketImpl: WebSocket, retryAttempts: 0 });
  const seqs: number[] = [];
  for await (const { data } of client.iterate<{ queryEvents: { seq: number } }>({ query: FOLLOW, variables: { id } })) {
    if (data == null) throw new Error('a result without data');
    seqs.push(data.queryEvents.seq);
    if (seqs.length === 1) harness.turns.append(id, ...answer('Net ', '30'));
  }
  expect(seqs).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  await client.dispose();
  await until(() => harness.gateway.counts().sockets === 0);
  expect(harness.gateway.counts().operations).toBe(0);
});

test('a turn that is unknown is one typed error, and the operation is over (§11.4)', async () => {
  await using harness = await startGateway();
  const client = createClient({ url: socketUrl(harness), webSocketImpl: WebSocket });
  const results = [];
  for await (const result of client.iterate({ query: FOLLOW, variables: { id: 'qry_nobody' } })) results.push(result);
  expect(results).toMatchObject([{ errors: [{ extensions: { code: 'query_not_found' } }] }]);
  expect(harness.turns.follows).toBe(1);
  await client.dispose();
});

test('what fails inside is told without saying how (§11.2)', async () => {
  await using harness = await startGateway();
  const client = createClient({ url: socketUrl(harness), webSocketImpl: WebSocket, retryAttempts: 0 });
  const { value: result } = await client.iterate({ query: '{ broken }' }).next();
  expect(result).toMatchObject({ errors: [{ extensions: { code: 'internal' } }] });
  expect(JSON.stringify(result)).not.toContain('secret');
  expect(harness.logged).toHaveLength(1);
  await client.dispose();
});

test('completing an operation ends what it waits for; the socket stays (§12.2)', async () => {
  await using harness = await startGateway();
  const client = createClient({ url: socketUrl(harness), webSocketImpl: WebSocket, lazy: false });
  const events = client.iterate({ query: FOLLOW, variables: { id: await ask(harness) } });
  await events.next();
  await until(() => harness.turns.waiting === 1);
  await events.return?.();
  await until(() => harness.turns.waiting === 0);
  expect(harness.gateway.counts()).toMatchObject({ sockets: 1, operations: 0 });
  await client.dispose();
});

test('a script sees the heartbeat as a ping message (§10.2)', async () => {
  await using harness = await startGateway({ heartbeatMs: 40 });
  const socket = connect(harness);
  expect(await message(socket)).toEqual({ type: 'ping' });
  socket.close();
});

test('a peer that answers no ping is cut off, with all that it followed (§10.4)', async () => {
  await using harness = await startGateway({ heartbeatMs: 40 });
  const socket = new WebSocket(socketUrl(harness), 'graphql-transport-ws', { autoPong: false });
  const answerPing = () => socket.pong();
  socket.on('ping', answerPing);
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'connection_init' }));
  expect(await message(socket)).toMatchObject({ type: 'connection_ack' });
  socket.send(
    JSON.stringify({ type: 'subscribe', id: '1', payload: { query: FOLLOW, variables: { id: await ask(harness) } } }),
  );
  await until(() => harness.turns.waiting === 1);
  const closed = once(socket, 'close');
  socket.off('ping', answerPing);
  const [code] = await closed;
  expect(code).toBe(1006);
  await until(() => harness.turns.waiting === 0);
  expect(harness.gateway.counts().sockets).toBe(0);
});

test.each([
  [
    'a message larger than 1 MiB',
    1009,
    async (harness: Harness) => {
      const socket = connect(harness);
      await once(socket, 'open');
      socket.send('x'.repeat(1_048_577));
      return socket;
    },
  ],
  [
    'a message that is none of the protocol',
    4400,
    async (harness: Harness) => {
      const socket = connect(harness);
      await once(socket, 'open');
      socket.send('{}');
      return socket;
    },
  ],
  [
    'an operation before the connection is acknowledged',
    4401,
    async (harness: Harness) => {
      const socket = connect(harness);
      await once(socket, 'open');
      socket.send(JSON.stringify({ type: 'subscribe', id: '1', payload: { query: '{ hello }' } }));
      return socket;
    },
  ],
])('%s closes the socket with %i (§7)', async (_case, code, start) => {
  await using harness = await startGateway();
  const socket = await start(harness);
  expect((await once(socket, 'close'))[0]).toBe(code);
});

test.each([
  ['another path', 404, '/elsewhere', 'graphql-transport-ws', {}],
  ['a page of another origin', 403, '/graphql', 'graphql-transport-ws', { origin: 'https://evil.example' }],
  ['a client of another subprotocol', 400, '/graphql', 'graphql-ws', {}],
])('a handshake by %s is answered %i (§4.4, §7.1)', async (_case, status, path, protocol, headers) => {
  await using harness = await startGateway();
  const socket = new WebSocket(`${harness.url.replace('http', 'ws')}${path}`, protocol, { headers });
  const [, response] = await once(socket, 'unexpected-response');
  expect(response.statusCode).toBe(status);
});
