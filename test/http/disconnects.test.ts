import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { type Harness, startGateway, until } from './harness.ts';

const FOLLOW = 'subscription ($id: ID!) { queryEvents(queryId: $id) { seq type } }';
const SUBSCRIBERS = 500;

/** A subscriber that is nothing but a socket, so that the test decides how it dies. */
async function subscribe({ listening }: Harness, id: string): Promise<Socket> {
  const body = JSON.stringify({ query: FOLLOW, variables: { id } });
  const socket = connect(listening.address.port, '127.0.0.1');
  socket.on('error', () => {}); // its death is what the test is about
  socket.write(
    `POST /graphql HTTP/1.1\r\nhost: 127.0.0.1\r\naccept: text/event-stream\r\ncontent-type: application/json\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
  await once(socket, 'data');
  return socket;
}

test.each([
  ['with FIN', (socket: Socket) => socket.destroy()],
  ['without FIN, by a reset', (socket: Socket) => socket.resetAndDestroy()],
])('500 subscribers to silent turns that die %s leave nothing behind (docs/protocol.md §12.2)', async (_how, kill) => {
  await using harness = await startGateway();
  const { id } = await harness.turns.submit({ ask: 'Still there?' }, { viewer: { workspaceId: 'wsp_default' } });

  const sockets = await Promise.all(Array.from({ length: SUBSCRIBERS }, () => subscribe(harness, id)));
  await until(() => harness.turns.waiting === SUBSCRIBERS);
  expect(harness.gateway.counts().eventStreams).toBe(SUBSCRIBERS);

  for (const socket of sockets) kill(socket);
  await until(() => harness.turns.waiting === 0);
  expect(harness.gateway.counts()).toEqual({
    eventStreams: 0,
    sharedConnections: 0,
    sockets: 0,
    operations: 0,
    followedTurns: 0,
  });
  expect(harness.logged).toEqual([]);
  expect((await harness.turns.get(id, { workspaceId: 'wsp_default' })).status).toBe('in_progress');
});
