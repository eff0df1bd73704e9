import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createLiveFetch } from '../../../src/web/live/live-fetch.ts';

/** A server that sends one heartbeat and then `chunks`, and holds the response open. */
async function listen(...chunks: readonly string[]) {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const chunk of [':\n\n', ...chunks]) response.write(chunk);
    if (chunks.length > 0) response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

describe('createLiveFetch', () => {
  it('hands a body through unchanged', async () => {
    await using server = await listen('event: next\n', 'data: {}\n\n');
    const response = await createLiveFetch()(server.url);
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    expect(await response.text()).toBe(':\n\nevent: next\ndata: {}\n\n');
  });

  it('fails the body of a connection that has gone silent', async () => {
    await using server = await listen();
    const text = createLiveFetch({ silenceMs: 50 })(server.url).then((response) => response.text());
    await expect(text).rejects.toThrow('nothing was heard for 50 ms');
  });

  it('passes the caller’s abort on', async () => {
    await using server = await listen();
    const abort = new AbortController();
    const response = await createLiveFetch()(server.url, { signal: abort.signal });
    const text = response.text();
    abort.abort(new Error('left'));
    await expect(text).rejects.toThrow('left');
  });
});
