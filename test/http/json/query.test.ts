import { expect, test } from 'vitest';
import { readEvents } from '../../support/sse-reader.ts';
import { type Harness, startGateway, until } from '../harness.ts';
import { answer, RESULT } from '../memory-turns.ts';

const VIEWER = { workspaceId: 'wsp_default' };
const DOCUMENT = { ask: 'What are the payment terms?', scope: ['contracts'] };

function post(url: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${url}/api/query`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

/** Plays the next turn that is submitted. */
function play(
  { turns }: Harness,
  ...events: Parameters<Harness['turns']['append']> extends [string, ...infer E] ? E : never
) {
  turns.onSubmit = (id) => turns.append(id, ...events);
}

test('a synchronous ask answers the terminal document (docs/protocol.md §8.5)', async () => {
  await using harness = await startGateway();
  play(harness, ...answer('Net 30'));
  const response = await post(harness.url, DOCUMENT);
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({ object: 'query', status: 'completed', model: 'local/extractive' });
});

test('a background ask answers at once with the turn in progress, and where to read it (§8.5)', async () => {
  await using harness = await startGateway();
  const response = await post(harness.url, { ...DOCUMENT, background: true });
  const document = await response.json();
  expect([response.status, document.status]).toEqual([202, 'in_progress']);
  harness.turns.append(document.id, ...answer('Net 30'));
  const read = await fetch(new URL(response.headers.get('location') ?? '', harness.url));
  expect(await read.json()).toMatchObject({ id: document.id, status: 'completed' });
});

test.each([
  ['stream in the document', { ...DOCUMENT, stream: true }, {}],
  ['an accepted event stream', DOCUMENT, { accept: 'text/event-stream' }],
])('%s makes the answer a stream that the query frame closes (§8.1, §8.3)', async (_how, document, headers) => {
  await using harness = await startGateway();
  play(harness, ...answer('Net ', '30'));
  const events = [];
  for await (const { event } of readEvents(await post(harness.url, document, headers))) events.push(event);
  expect(events[0]).toBe('response.created');
  expect(events.slice(-2)).toEqual(['response.completed', 'query']);
});

test('a document that wants no stream gets none, whatever is accepted (§8.1)', async () => {
  await using harness = await startGateway();
  play(harness, ...answer('Net 30'));
  const response = await post(harness.url, { ...DOCUMENT, stream: false }, { accept: 'text/event-stream, */*' });
  expect(response.headers.get('content-type')).toContain('application/json');
});

test('a turn that ended at its limit is 504 with its id, and stays readable (§8.6)', async () => {
  await using harness = await startGateway();
  const error = 'The turn reached its time limit of 1 s.';
  play(harness, { type: 'response.failed', error, result: { ...RESULT, runtimeMs: 1_003 } });
  const response = await post(harness.url, { ...DOCUMENT, timeout_seconds: 1 });
  const body = await response.json();
  expect(response.status).toBe(504);
  expect(body).toEqual({
    error: { code: 'timeout', message: error, field: 'timeout_seconds', query_id: expect.stringMatching(/^qry_/) },
  });
  const read = await fetch(`${harness.url}/api/queries/${body.error.query_id}`);
  expect(await read.json()).toMatchObject({ status: 'failed', error });
});

test('a turn that failed otherwise is a document, not an error (§11.3)', async () => {
  await using harness = await startGateway();
  play(harness, { type: 'response.failed', error: 'The model gave up.', result: RESULT });
  const response = await post(harness.url, { ...DOCUMENT, timeout_seconds: 1 });
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({ status: 'failed', error: 'The model gave up.' });
});

test('a client that leaves a synchronous ask leaves the turn running (§12.1)', async () => {
  await using harness = await startGateway();
  const left = new AbortController();
  let id = '';
  harness.turns.onSubmit = (queryId) => {
    id = queryId;
  };
  const asked = fetch(`${harness.url}/api/query`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(DOCUMENT),
    signal: left.signal,
  });
  await until(() => harness.turns.waiting === 1);
  left.abort();
  await expect(asked).rejects.toThrow('aborted');
  await until(() => harness.turns.waiting === 0);
  expect((await harness.turns.get(id, VIEWER)).status).toBe('in_progress');
  expect(harness.logged).toEqual([]);
});

test('one key and document are one turn; another document under the key is a conflict (§8.9)', async () => {
  await using harness = await startGateway();
  const key = { 'idempotency-key': 'order-7' };
  const first = await (await post(harness.url, { ...DOCUMENT, background: true }, key)).json();
  const second = await (await post(harness.url, { ...DOCUMENT, background: true }, key)).json();
  expect(second.id).toBe(first.id);
  const other = await post(harness.url, { ...DOCUMENT, ask: 'Something else?' }, key);
  expect([other.status, (await other.json()).error.code]).toEqual([409, 'idempotency_conflict']);
  expect((await post(harness.url, DOCUMENT, { 'idempotency-key': 'with space' })).status).toBe(400);
});

test('cancel, feedback and trace are of one turn', async () => {
  await using harness = await startGateway();
  const { id } = await (await post(harness.url, { ...DOCUMENT, background: true })).json();
  const at = `${harness.url}/api/queries/${id}`;
  const cancelled = await fetch(`${at}/cancel`, { method: 'POST' });
  expect([cancelled.status, (await cancelled.json()).status]).toEqual([200, 'cancelled']);
  const judge = (body: object) =>
    fetch(`${at}/feedback`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  expect(await (await judge({ rating: 'up', comment: 'Right.' })).json()).toMatchObject({
    feedback: { rating: 'up', comment: 'Right.' },
  });
  const wrong = await judge({ rating: 'sideways' });
  expect([wrong.status, (await wrong.json()).error.field]).toEqual([400, 'rating']);
  expect(await (await fetch(`${at}/trace`)).json()).toEqual({ steps: [], rollup: null });
});

test.each<[string, number, string, unknown, Record<string, string>]>([
  ['no JSON', 400, 'bad_request', '{"ask":', {}],
  ['another media type', 400, 'bad_request', 'ask=x', { 'content-type': 'application/x-www-form-urlencoded' }],
  ['a list', 400, 'bad_request', [], {}],
  ['no ask', 400, 'bad_request', { scope: ['contracts'] }, {}],
  ['no scope', 400, 'invalid_scope', { ask: 'x' }, {}],
  ['stream with background', 400, 'bad_request', { ...DOCUMENT, stream: true, background: true }, {}],
  ['NUL', 400, 'bad_request', { ...DOCUMENT, ask: 'a\0b' }, {}],
  ['half a surrogate pair', 400, 'bad_request', '{"ask":"\\ud800","scope":["contracts"]}', {}],
  ['more than 1 MiB', 413, 'payload_too_large', { ...DOCUMENT, vars: { filler: 'x'.repeat(1_048_576) } }, {}],
  ['a version that is not served', 400, 'unsupported_api_version', DOCUMENT, { 'x-pinecone-api-version': '2020-01' }],
])('%s is refused with %i %s, and no turn is made (§8.7)', async (_what, status, code, body, headers) => {
  await using harness = await startGateway();
  let submitted = 0;
  harness.turns.onSubmit = () => {
    submitted += 1;
  };
  const response = await post(harness.url, body, headers);
  expect([response.status, (await response.json()).error.code]).toEqual([status, code]);
  expect(submitted).toBe(0);
});

test('the version that was served is repeated, the default one when none is asked for (§8.8)', async () => {
  await using harness = await startGateway();
  play(harness, ...answer('Net 30'));
  const versions = [];
  for (const headers of [{}, { 'x-pinecone-api-version': 'unstable' }]) {
    versions.push((await post(harness.url, DOCUMENT, headers)).headers.get('x-pinecone-api-version'));
  }
  expect(versions).toEqual(['2026-07', 'unstable']);
});
