import { once } from 'node:events';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { readFrames } from '../support/sse-reader.ts';
import { startGateway, until } from './harness.ts';

const FOLLOW = 'subscription ($id: ID!) { queryEvents(queryId: $id) { seq type } }';

test('from the first moment of a shutdown /ready says no and /health says yes (docs/protocol.md §13.1)', async () => {
  await using harness = await startGateway();
  expect((await fetch(`${harness.url}/ready`)).status).toBe(200);
  harness.gateway.startShutdown();
  const ready = await fetch(`${harness.url}/ready`);
  expect([ready.status, await ready.json()]).toEqual([503, { status: 'shutting_down' }]);
  expect((await fetch(`${harness.url}/health`)).status).toBe(200);
});

test('open event streams get the closing signal and end without complete (§13.2)', async () => {
  await using harness = await startGateway();
  const { id } = await harness.turns.submit({ ask: 'Still there?' }, { viewer: { workspaceId: 'wsp_default' } });
  const response = await fetch(`${harness.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
    body: JSON.stringify({ query: FOLLOW, variables: { id } }),
  });
  const frames = [];
  for await (const frame of readFrames(response)) {
    frames.push(frame);
    if (frame.event === 'next') void harness.listening.close();
  }
  expect(frames.at(-1)).toEqual({ comment: 'closing' });
  expect(frames.map(({ event }) => event)).not.toContain('complete');
  expect(harness.turns.waiting).toBe(0);
});

test('sockets are closed as going away (§13.2)', async () => {
  await using harness = await startGateway();
  const socket = new WebSocket(`${harness.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
  await once(socket, 'open');
  void harness.listening.close();
  expect((await once(socket, 'close'))[0]).toBe(1001);
});

test('closing ends although a socket never says goodbye (§13.3)', async () => {
  await using harness = await startGateway({ graceMs: 200 });
  const socket = new WebSocket(`${harness.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
  await once(socket, 'open');
  socket.pause();
  await harness.listening.close();
  await until(() => harness.gateway.counts().sockets === 0);
  expect(harness.logged).toEqual([]);
  socket.terminate();
});

test('a request that is being answered is finished (§13.3)', async () => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let asked = () => {};
  const arrived = new Promise<void>((resolve) => {
    asked = resolve;
  });
  const database = () => {
    asked();
    return held;
  };
  await using harness = await startGateway({ readiness: { database }, graceMs: 10_000 });
  const answer = fetch(`${harness.url}/ready`);
  await arrived;
  const closed = harness.listening.close();
  release();
  expect((await answer).status).toBe(200);
  await closed;
  await expect(fetch(`${harness.url}/health`)).rejects.toThrow('fetch failed');
});
