import { expect, test } from 'vitest';
import { readEvents, readFrames, type SseFrame } from '../../support/sse-reader.ts';
import { type Harness, startGateway, until } from '../harness.ts';
import { answer } from '../memory-turns.ts';

const VIEWER = { workspaceId: 'wsp_default' };
const LAST_SEQ = 10;

async function ask({ turns }: Harness, events = answer('Net ', '30', ' 🙂')): Promise<string> {
  const { id } = await turns.submit({ ask: 'What are the payment terms?' }, { viewer: VIEWER });
  turns.append(id, ...events);
  return id;
}

async function follow(url: string, id: string, query = '', headers: Record<string, string> = {}): Promise<SseFrame[]> {
  const frames: SseFrame[] = [];
  for await (const frame of readEvents(await fetch(`${url}/api/queries/${id}/events${query}`, { headers }))) {
    frames.push(frame);
  }
  return frames;
}

const idsOf = (frames: readonly SseFrame[]) => frames.map(({ id }) => (id === undefined ? null : Number(id)));

test('frames carry seq, type and the canonical event, and the query frame closes (docs/protocol.md §8.2, §8.3)', async () => {
  await using harness = await startGateway();
  const id = await ask(harness);
  const frames = await follow(harness.url, id);

  expect(idsOf(frames)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, null]);
  for (const { event, data } of frames.slice(0, -1))
    expect(JSON.parse(data ?? '')).toMatchObject({ type: event, query_id: id });
  const last = frames.at(-1);
  expect(last?.event).toBe('query');
  const document = JSON.parse(last?.data ?? '');
  expect(document).toMatchObject({ id, object: 'query', status: 'completed', usage: { input_tokens: 3_000_000_000 } });
  const deltas = frames.filter(({ event }) => event === 'response.output_text.delta');
  expect(deltas.map(({ data }) => JSON.parse(data ?? '').delta).join('')).toBe(document.output[0].content[0].text);
});

test('after is exclusive, Last-Event-ID inclusive, and the header wins (§9.2, §9.3)', async () => {
  await using harness = await startGateway();
  const id = await ask(harness);
  expect(idsOf(await follow(harness.url, id, '?after=8'))).toEqual([9, 10, null]);
  expect(idsOf(await follow(harness.url, id, '', { 'last-event-id': '8' }))).toEqual([8, 9, 10, null]);
  expect(idsOf(await follow(harness.url, id, '?after=2', { 'last-event-id': '9' }))).toEqual([9, 10, null]);
  expect(idsOf(await follow(harness.url, id, `?after=${LAST_SEQ}`))).toEqual([null]);
});

test.each([
  ['?after=-1', 'after'],
  ['?after=x', 'after'],
  ['?after=11', 'after'],
  ['?after=99999999999', 'after'],
])('a cursor that cannot be, %s, is refused as bad_request (§3.3)', async (query, field) => {
  await using harness = await startGateway();
  const response = await fetch(`${harness.url}/api/queries/${await ask(harness)}/events${query}`);
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ error: { code: 'bad_request', field } });
  expect(harness.gateway.counts().followedTurns).toBe(0);
});

test("an unknown turn and another workspace's are refused alike, as an envelope and not as frames (§3.4, §8.7)", async () => {
  await using harness = await startGateway();
  const id = await ask(harness);
  const bodies = [];
  for (const asked of [id, 'qry_nobody']) {
    const headers = { authorization: 'Bearer wsp_other' };
    const response = await fetch(`${harness.url}/api/queries/${asked}/events`, { headers });
    expect(response.status).toBe(404);
    bodies.push((await response.text()).replaceAll(asked, '<id>'));
  }
  expect(bodies[0]).toBe(bodies[1]);
  expect(harness.gateway.counts().followedTurns).toBe(0);
});

test('a follower who joins another workspace is not let in by one who may see the turn (§3.4)', async () => {
  await using harness = await startGateway();
  const { id } = await harness.turns.submit({ ask: 'Mine?' }, { viewer: VIEWER });
  const mine = readFrames(await fetch(`${harness.url}/api/queries/${id}/events`));
  await mine.next();
  const headers = { authorization: 'Bearer wsp_other' };
  expect((await fetch(`${harness.url}/api/queries/${id}/events`, { headers })).status).toBe(404);
  await mine.return(undefined);
});

test('many followers share one reading of the log, and it ends with the last of them (§3.6, §12.2)', async () => {
  await using harness = await startGateway();
  const { id } = await harness.turns.submit({ ask: 'Still there?' }, { viewer: VIEWER });
  const followers = Array.from({ length: 50 }, () => follow(harness.url, id));
  await until(() => harness.gateway.counts().eventStreams === 50);
  harness.turns.append(id, ...answer(...Array.from({ length: 100 }, (_, index) => `${index} `)));
  const seen = await Promise.all(followers);
  expect(new Set(seen.map((frames) => JSON.stringify(frames))).size).toBe(1);
  expect(seen[0]).toHaveLength(1 + 2 + 100 + 4 + 1);
  expect(harness.turns.follows).toBe(1);
  await until(() => harness.gateway.counts().followedTurns === 0);
});

test('a follower that leaves a silent turn releases it, and the turn goes on (§12.1)', async () => {
  await using harness = await startGateway();
  const { id } = await harness.turns.submit({ ask: 'Still there?' }, { viewer: VIEWER });
  const cut = new AbortController();
  await fetch(`${harness.url}/api/queries/${id}/events`, { signal: cut.signal });
  await until(() => harness.turns.waiting === 1);
  cut.abort();
  await until(() => harness.turns.waiting === 0);
  expect(harness.gateway.counts()).toMatchObject({ eventStreams: 0, followedTurns: 0 });
  expect((await harness.turns.get(id, VIEWER)).status).toBe('in_progress');
  expect(harness.logged).toEqual([]);
});

test('heartbeats are events without an id (§10.2)', async () => {
  await using harness = await startGateway({ heartbeatMs: 40 });
  const { id } = await harness.turns.submit({ ask: 'Still there?' }, { viewer: VIEWER });
  for await (const frame of readFrames(await fetch(`${harness.url}/api/queries/${id}/events`))) {
    if (frame.event !== 'heartbeat') continue;
    expect(frame).toEqual({ event: 'heartbeat', data: '{}' });
    break;
  }
});

test('a shutdown is said in a frame, and the stream ends without the query frame (§13.2)', async () => {
  await using harness = await startGateway();
  const { id } = await harness.turns.submit({ ask: 'Still there?' }, { viewer: VIEWER });
  const frames = [];
  for await (const frame of readEvents(await fetch(`${harness.url}/api/queries/${id}/events`))) {
    frames.push(frame);
    if (frame.id === '1') void harness.listening.close();
  }
  expect(frames.at(-1)).toEqual({ event: 'closing', data: '{"reason":"shutdown"}' });
});

test('HEAD says what GET would and follows nothing', async () => {
  await using harness = await startGateway();
  const id = await ask(harness);
  const response = await fetch(`${harness.url}/api/queries/${id}/events`, { method: 'HEAD' });
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
  expect(harness.gateway.counts()).toMatchObject({ eventStreams: 0, followedTurns: 0 });
});
