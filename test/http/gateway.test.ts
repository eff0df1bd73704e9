import { createHash } from 'node:crypto';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { startGateway } from './harness.ts';

const JSON_TYPE = { 'content-type': 'application/json' };

function graphql(url: string, query: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { ...JSON_TYPE, ...headers },
    body: JSON.stringify({ query }),
  });
}

test('a part that is not there makes /ready say no, by its name and nothing more', async () => {
  await using harness = await startGateway({
    readiness: {
      database: () => Promise.reject(new Error('connect ECONNREFUSED postgresql://user:secret@host')),
      knowledge: async () => {},
    },
  });
  const response = await fetch(`${harness.url}/ready`);
  expect([response.status, await response.json()]).toEqual([
    503,
    { status: 'not_ready', checks: { database: 'failed', knowledge: 'ok' } },
  ]);
  expect(harness.logged).toHaveLength(1);
});

test('a path that does not exist is 404 in the envelope, a method that it lacks 405 with Allow (docs/protocol.md §8.10)', async () => {
  await using harness = await startGateway();
  const missing = await fetch(`${harness.url}/no/such/path`);
  expect([missing.status, await missing.json()]).toMatchObject([404, { error: { code: 'bad_request' } }]);
  const wrong = await fetch(`${harness.url}/health`, { method: 'DELETE' });
  expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  expect((await fetch(`${harness.url}/health`, { method: 'HEAD' })).status).toBe(200);
});

test('other origins get no CORS headers, and configured ones do', async () => {
  await using harness = await startGateway({ corsOrigins: ['https://app.example'] });
  const foreign = await fetch(`${harness.url}/health`, { headers: { origin: 'https://evil.example' } });
  expect(foreign.headers.get('access-control-allow-origin')).toBeNull();
  const known = await fetch(`${harness.url}/health`, { headers: { origin: 'https://app.example' } });
  expect(known.headers.get('access-control-allow-origin')).toBe('https://app.example');
});

test("a page of another origin writes nothing, a configured one and the gateway's own do (§4.4)", async () => {
  await using harness = await startGateway({ corsOrigins: ['https://app.example'] });
  const write = (origin: string) => graphql(harness.url, 'mutation { ask(ask: "?") }', { origin });
  const refused = await write('https://evil.example');
  expect([refused.status, await refused.json()]).toMatchObject([403, { error: { code: 'forbidden' } }]);
  expect((await write('null')).status).toBe(403);
  expect((await write('https://app.example')).status).toBe(200);
  expect((await write(harness.url)).status).toBe(200);
});

test.each([
  [
    'a form',
    415,
    {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-graphql-yoga-csrf': '1' },
      body: 'query=mutation{ask(ask:"?")}',
    },
  ],
  [
    'a multipart form',
    415,
    {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=x', 'x-graphql-yoga-csrf': '1' },
      body: '--x--',
    },
  ],
  ['plain text', 415, { method: 'POST', headers: { 'content-type': 'text/plain' }, body: '{"query":"{ hello }"}' }],
  [
    'a body over 1 MiB',
    413,
    { method: 'POST', headers: JSON_TYPE, body: JSON.stringify({ query: `{ hello } #${'x'.repeat(1_048_576)}` }) },
  ],
  ['a GET that needs no preflight', 403, { method: 'GET' }],
])('%s to /graphql is answered %i with a code of the list (§4.2, §4.3)', async (_case, status, init) => {
  await using harness = await startGateway();
  const response = await fetch(`${harness.url}/graphql?query=%7Bhello%7D`, init);
  expect(response.status).toBe(status);
  const code = { 403: 'forbidden', 413: 'payload_too_large', 415: 'bad_request' }[status];
  expect(await response.json()).toMatchObject({ errors: [{ extensions: { code } }] });
});

test('what a resolver fails on is logged and not told (§11.2)', async () => {
  await using harness = await startGateway();
  const body = await (await graphql(harness.url, '{ broken }')).text();
  expect(body).toContain('internal');
  expect(body).not.toContain('secret');
  expect(harness.logged).toHaveLength(1);
});

test('GraphiQL comes whole, under a policy that names its script by hash (§4.5)', async () => {
  await using harness = await startGateway();
  const response = await fetch(`${harness.url}/graphql`, { headers: { accept: 'text/html' } });
  const html = await response.text();
  expect(html).toContain('query Example { hello }');
  expect(html).toContain('"subscriptionsProtocol":"SSE"');
  expect(html).not.toMatch(/<(script|link)[^>]+(src|href)="https?:/);
  const script = html.slice(html.indexOf('<script>') + 8, html.lastIndexOf('</script>'));
  const hash = createHash('sha256').update(script).digest('base64');
  expect(response.headers.get('content-security-policy')).toContain(`'sha256-${hash}'`);

  const again = await fetch(`${harness.url}/graphql`, {
    headers: { accept: 'text/html', 'if-none-match': response.headers.get('etag') ?? '' },
  });
  expect(again.status).toBe(304);
});

test('the page is served with its types, hashed assets for ever, the rest with validation', async () => {
  await using harness = await startGateway({ pagesDirectory: 'test/http/fixtures/page' });
  const index = await fetch(`${harness.url}/`);
  expect(index.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(index.headers.get('cache-control')).toBe('no-cache');
  expect(index.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(index.headers.get('x-content-type-options')).toBe('nosniff');
  expect(await index.text()).toContain('<title>page</title>');
  const asset = await fetch(`${harness.url}/assets/main-abc123.js`);
  expect(asset.headers.get('cache-control')).toContain('immutable');
  const etag = index.headers.get('etag') ?? '';
  expect((await fetch(`${harness.url}/`, { headers: { 'if-none-match': etag } })).status).toBe(304);
});

test.each([
  '/../gateway.test.ts',
  '/%2e%2e/gateway.test.ts',
  '/..%2fgateway.test.ts',
  '/assets/..%5c..%5cgateway.test.ts',
  '//etc/passwd',
])('no path leads out of the page: %s', async (path) => {
  await using harness = await startGateway({ pagesDirectory: 'test/http/fixtures/page' });
  // A raw socket, because fetch resolves dots before it sends.
  const socket = connect(harness.listening.address.port, '127.0.0.1');
  socket.write(`GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n`);
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 4\d\d /);
});
