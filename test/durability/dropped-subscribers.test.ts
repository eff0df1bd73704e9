import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { until } from '../http/harness.ts';
import { openTestGateway } from '../support/gateway.ts';
import { PromptedModel } from './support/prompted-model.ts';

const FOLLOW = 'subscription ($id: ID!) { queryEvents(queryId: $id) { seq type } }';
/** Of each kind. */
const STREAMS = 450;
const SOCKETS = 100;
const ASK = 'What are the terms?';

/** A subscriber that is nothing but a socket, which has read its first bytes. */
async function open(url: URL, head: string, body = ''): Promise<Socket> {
  const socket = connect(Number(url.port), url.hostname);
  socket.on('error', () => {}); // its death is what the test is about
  const length = body === '' ? '' : `content-length: ${Buffer.byteLength(body)}\r\n`;
  socket.write(`${head}\r\nhost: ${url.host}\r\naccept: text/event-stream\r\n${length}\r\n${body}`);
  await once(socket, 'data');
  return socket;
}

async function openWebSocket(url: URL, id: string): Promise<Socket> {
  const client = new WebSocket(Object.assign(new URL('/graphql', url), { protocol: 'ws:' }), 'graphql-transport-ws');
  client.on('error', () => {});
  const upgraded = once(client, 'upgrade');
  await once(client, 'open');
  client.send(JSON.stringify({ type: 'connection_init' }));
  await once(client, 'message');
  client.send(JSON.stringify({ id: '1', type: 'subscribe', payload: { query: FOLLOW, variables: { id } } }));
  await once(client, 'message');
  const [{ socket }] = (await upgraded) as [{ socket: Socket }];
  return socket;
}

test('1,000 subscribers of a running turn that vanish, with FIN or by a reset, are all released', async () => {
  const model = new PromptedModel();
  await using gateway = await openTestGateway({ models: model.catalog() });
  await gateway.addContext('terms', { 'terms.md': '# Terms\n\nThe terms are net 30.\n' });
  const { services, viewer, feed, worker } = gateway.runtime;
  const { id } = await services.turns.submit({ ask: ASK, scope: ['terms'] }, { viewer });
  const call = await model.called(ASK);
  const limit = AbortSignal.timeout(50_000);

  const url = new URL(gateway.url);
  const body = JSON.stringify({ query: FOLLOW, variables: { id } });
  const overGraphql = () => open(url, 'POST /graphql HTTP/1.1\r\ncontent-type: application/json', body);
  const overJson = () => open(url, `GET /api/queries/${id}/events HTTP/1.1`);
  const times = <T>(count: number, make: () => Promise<T>) => Promise.all(Array.from({ length: count }, make));
  const opened = [
    ...(await times(STREAMS, overGraphql)),
    ...(await times(STREAMS, overJson)),
    ...(await times(SOCKETS, () => openWebSocket(url, id))),
  ];
  // All of the JSON binding's share one reading of the turn.
  await until(() => feed.followers === STREAMS + SOCKETS + 1, limit);
  expect(feed.tails).toBe(1);
  expect(gateway.server.gateway.counts()).toEqual({
    eventStreams: 2 * STREAMS,
    sharedConnections: 0,
    sockets: SOCKETS,
    operations: SOCKETS,
    followedTurns: 1,
  });

  const dropped = performance.now();
  for (const [index, socket] of opened.entries()) {
    if (index % 2 === 0) socket.destroy();
    else socket.resetAndDestroy();
  }
  await until(() => Object.values(gateway.server.gateway.counts()).every((count) => count === 0), limit);
  await until(() => feed.followers === 0 && feed.tails === 0, limit);
  console.log(`1,000 dropped subscribers: all released after ${(performance.now() - dropped).toFixed(0)} ms`);

  expect(call.signal.aborted).toBe(false);
  call.finish();
  await until(() => worker.running === 0, limit);
  expect(await services.turns.get(id, viewer)).toMatchObject({ status: 'completed' });
  expect(gateway.faults).toEqual([]);
});
