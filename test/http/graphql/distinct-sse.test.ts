import { createClient } from 'graphql-sse';
import { expect, test } from 'vitest';
import { readFrames } from '../../support/sse-reader.ts';
import { type Harness, startGateway, until } from '../harness.ts';
import { answer } from '../memory-turns.ts';

const FOLLOW = 'subscription ($id: ID!, $after: Int) { queryEvents(queryId: $id, after: $after) { seq type delta } }';
const VIEWER = { workspaceId: 'wsp_default' };

interface Received {
  readonly seq: number;
  readonly type: string;
  readonly delta: string | null;
}

async function ask({ turns }: Harness): Promise<string> {
  return (await turns.submit({ ask: 'What are the payment terms?' }, { viewer: VIEWER })).id;
}

function subscribe(url: string, id: string, init: RequestInit & { readonly after?: number } = {}): Promise<Response> {
  const { after, ...request } = init;
  return fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
    body: JSON.stringify({ query: FOLLOW, variables: { id, after } }),
    ...request,
  });
}

test('a client gets every event once, in order, and then complete (docs/protocol.md §3.1, §3.2)', async () => {
  await using harness = await startGateway();
  const id = await ask(harness);
  const client = createClient({ url: `${harness.url}/graphql`, retryAttempts: 0 });
  const events: Received[] = [];
  for await (const { data } of client.iterate<{ queryEvents: Received }>({ query: FOLLOW, variables: { id } })) {
    if (data == null) throw new Error('a result without data');
    events.push(data.queryEvents);
    if (events.length === 1) harness.turns.append(id, ...answer('Net ', '30', ' 🙂', '付款'));
  }

  expect(events.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  expect(events.map(({ delta }) => delta ?? '').join('')).toBe('Net 30 🙂付款');
  expect(events.at(-1)?.type).toBe('response.completed');
});

test('after a cut at any event, resuming after it loses nothing and repeats nothing (§9.1)', async () => {
  await using harness = await startGateway();
  const id = await ask(harness);
  harness.turns.append(id, ...answer('a', 'b', 'c'));

  for (let cutAfter = 1; cutAfter <= 9; cutAfter += 1) {
    const seqs: number[] = [];
    const cut = new AbortController();
    for await (const frame of readFrames(await subscribe(harness.url, id, { signal: cut.signal }))) {
      if (frame.event !== 'next') continue;
      seqs.push(JSON.parse(frame.data ?? '').data.queryEvents.seq);
      if (seqs.length === cutAfter) break;
    }
    cut.abort();
    for await (const frame of readFrames(await subscribe(harness.url, id, { after: cutAfter }))) {
      if (frame.event === 'next') seqs.push(JSON.parse(frame.data ?? '').data.queryEvents.seq);
    }
    expect(seqs).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  }
});

test('a turn that is unknown is one typed error and complete, and the client does not come back (§11.4)', async () => {
  await using harness = await startGateway();
  const client = createClient({ url: `${harness.url}/graphql` });
  const results: unknown[] = [];
  for await (const result of client.iterate({ query: FOLLOW, variables: { id: 'qry_nobody' } })) results.push(result);

  expect(results).toMatchObject([{ errors: [{ extensions: { code: 'query_not_found' } }] }]);
  expect(harness.turns.follows).toBe(1);
});

test("another workspace's turn reads like one that does not exist (§3.4)", async () => {
  await using harness = await startGateway();
  const id = await ask(harness);
  const messages = [];
  for (const asked of [id, 'qry_00000000000000000000000000']) {
    const response = await fetch(`${harness.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/event-stream', authorization: 'Bearer wsp_other' },
      body: JSON.stringify({ query: FOLLOW, variables: { id: asked } }),
    });
    messages.push((await response.text()).replaceAll(asked, '<id>'));
  }
  expect(messages[0]).toBe(messages[1]);
  expect(messages[0]).toContain('query_not_found');
});

test('an event stream keeps proxies from holding it back, and sends its first bytes at once (§5.4)', async () => {
  await using harness = await startGateway();
  const response = await subscribe(harness.url, await ask(harness));
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache, no-transform',
    'x-accel-buffering': 'no',
  });
  const frames = readFrames(response);
  expect(await frames.next()).toMatchObject({ value: { comment: '' } });
  await frames.return(undefined);
});

test('silence is broken by heartbeats, and the timer for them stops with the last stream (§10.1)', async () => {
  await using harness = await startGateway({ heartbeatMs: 40 });
  const frames = readFrames(await subscribe(harness.url, await ask(harness)));
  const seen = [];
  for await (const frame of frames) {
    if (frame.comment !== undefined) seen.push(frame.comment);
    if (seen.length === 4) break;
  }
  expect(seen).toEqual(['', '', '', '']);
  await until(() => harness.gateway.counts().eventStreams === 0);
});

test('an invalid operation is told once in the stream, with status 200 (§5.5)', async () => {
  await using harness = await startGateway();
  const client = createClient({ url: `${harness.url}/graphql`, retryAttempts: 0 });
  const results = [];
  for await (const result of client.iterate({ query: 'subscription { nothing }' })) results.push(result);
  expect(results).toMatchObject([{ errors: [{ extensions: { code: 'bad_request' } }] }]);
});
