import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { WebSocket } from 'ws';

const FOLLOW = 'subscription ($id: ID!) { queryEvents(queryId: $id) { seq type } }';
const JSON_TYPE = { 'content-type': 'application/json' };

/** A subscriber of a turn that is little more than a socket, once it has read its first bytes. */
export type OpenBareSubscriber = (url: URL, queryId: string) => Promise<Socket>;

/** One for each way to follow a turn. */
export const BARE_SUBSCRIBERS = {
  distinct: (url, id) => {
    const body = JSON.stringify({ query: FOLLOW, variables: { id } });
    return open(url, 'POST /graphql', { ...JSON_TYPE, 'content-length': `${Buffer.byteLength(body)}` }, body);
  },

  async shared(url, id) {
    const path = new URL('/graphql/stream', url);
    const token = await (await fetch(path, { method: 'PUT' })).text();
    const socket = await open(url, 'GET /graphql/stream', { 'x-graphql-event-stream-token': token });
    const result = once(socket, 'data');
    const { status } = await fetch(path, {
      method: 'POST',
      headers: { ...JSON_TYPE, 'x-graphql-event-stream-token': token },
      body: JSON.stringify({ query: FOLLOW, variables: { id }, extensions: { operationId: '1' } }),
    });
    if (status !== 202) throw new Error(`the operation was answered ${status}`);
    await result;
    return socket;
  },

  json: (url, id) => open(url, `GET /api/queries/${id}/events`),

  async webSocket(url, id) {
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
  },
} as const satisfies Record<string, OpenBareSubscriber>;

async function open(url: URL, line: string, headers: Record<string, string> = {}, body = ''): Promise<Socket> {
  const socket = connect(Number(url.port), url.hostname);
  socket.on('error', () => {}); // its death is what the tests are about
  const head = Object.entries({ host: url.host, accept: 'text/event-stream', ...headers });
  socket.write(`${line} HTTP/1.1\r\n${head.map((pair) => `${pair.join(': ')}\r\n`).join('')}\r\n${body}`);
  await once(socket, 'data');
  return socket;
}
