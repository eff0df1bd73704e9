import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';

// The control of test/support/described-responses.ts: an API that answers otherwise than described.
let server: Server;
let url: string;

beforeAll(async () => {
  server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"models":"none"}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

test('a response that is not as described fails the test that receives it', async () => {
  await expect(fetch(`${url}/api/models`)).rejects.toThrow(/GET \/api\/models answered 200 as not described/);
});

test('so does an answer where nothing is described', async () => {
  await expect(fetch(`${url}/api/secrets`)).rejects.toThrow('nothing is described here');
});

test('what is not the API is left alone', async () => {
  await expect((await fetch(`${url}/health`)).json()).resolves.toEqual({ models: 'none' });
});
