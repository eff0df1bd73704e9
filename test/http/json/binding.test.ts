import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestGateway, type TestGateway } from '../../support/gateway.ts';
import { readEvents } from '../../support/sse-reader.ts';
import { faultsOf, faultsOfResponse, hasCanonicalSchema } from '../../support/wire-contract.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openTestGateway();
  if (!hasCanonicalSchema) console.log('The canonical schema is not beside this checkout: held to openapi.yaml alone.');
});
afterAll(() => gateway[Symbol.asyncDispose]());

/** Calls an operation and holds the answer against its description. */
async function call(operation: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const form = body instanceof FormData;
  const response = await fetch(`${gateway.url}${path}`, {
    method: operation.split(' ')[0] ?? '',
    headers: { ...(body === undefined || form ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: form ? body : JSON.stringify(body) }),
  });
  expect(await faultsOfResponse(operation, response)).toEqual([]);
  return response;
}

const MSA = '# Acme MSA\n\n## Payment terms\n\nAcme pays net 30 days after the date of the invoice.\n';

test('a context is made, filled by a form and by JSON, curated, asked, and deleted', async () => {
  const made = await call('POST /api/contexts', '/api/contexts', { slug: 'contracts', title: 'Contracts' });
  expect([made.status, made.headers.get('location')]).toEqual([201, '/api/contexts/contracts']);
  expect(await made.json()).toMatchObject({ slug: 'contracts', queryable: false, source_count: 0 });

  const form = new FormData();
  form.append('file', new Blob([MSA], { type: 'text/markdown' }), 'acme/msa.md');
  form.append('path', 'acme/notes/"quoted" ü.md');
  form.append('file', new Blob(['# Notes\n\nNothing about money here.\n']), 'notes.md');
  const uploaded = await (
    await call('POST /api/contexts/{id}/sources', '/api/contexts/contracts/sources', form)
  ).json();
  expect(
    uploaded.data.map(({ change, source }: { change: string; source: { path: string } }) => [change, source.path]),
  ).toEqual([
    ['added', 'acme/msa.md'],
    ['added', 'acme/notes/"quoted" ü.md'],
  ]);
  const inline = {
    sources: [
      { path: 'acme/msa.md', text: MSA },
      { path: 'extra.txt', text: 'Extra.' },
    ],
  };
  const added = await (await call('POST /api/contexts/{id}/sources', '/api/contexts/contracts/sources', inline)).json();
  expect(added.data.map(({ change }: { change: string }) => change)).toEqual(['unchanged', 'added']);

  const removed = await call(
    'DELETE /api/contexts/{id}/sources',
    '/api/contexts/contracts/sources?path=extra.txt&path=none',
  );
  expect(await removed.json()).toEqual({ removed: 1 });

  const progress = await call('POST /api/contexts/{id}/curate', '/api/contexts/contracts/curate', undefined, {
    accept: 'text/event-stream',
  });
  const events = [];
  for await (const { event, data } of readEvents(progress)) {
    events.push(event);
    expect(faultsOf(JSON.parse(data ?? ''), 'openapi', '/components/schemas/CurationEvent')).toEqual([]);
  }
  expect(events.at(-1)).toBe('curation.completed');
  expect((await call('POST /api/contexts/{id}/curate', '/api/contexts/contracts/curate')).status).toBe(202);

  const asked = await call('POST /api/query', '/api/query', { ask: 'When does Acme pay?', scope: ['contracts'] });
  const query = await asked.json();
  expect(query.citations[0]).toMatchObject({ source: 'acme/msa.md' });
  expect(faultsOf(query, 'canonical', '/$defs/ResponseDocument')).toEqual([]);

  expect(
    (await (await call('GET /api/contexts/{id}/sources', '/api/contexts/contracts/sources')).json()).data,
  ).toHaveLength(2);
  const patched = await call('PATCH /api/contexts/{id}', '/api/contexts/contracts', { description: 'Signed ones.' });
  expect(await patched.json()).toMatchObject({ title: 'Contracts', description: 'Signed ones.', queryable: true });
  expect((await (await call('GET /api/contexts', '/api/contexts')).json()).data).toHaveLength(1);
  expect((await call('DELETE /api/contexts/{id}', '/api/contexts/contracts')).status).toBe(204);
  expect((await call('GET /api/contexts/{id}', '/api/contexts/contracts')).status).toBe(404);
});

test('a streamed turn is the stored one, frame by frame as described (docs/protocol.md §8.2)', async () => {
  await gateway.addContext('policies', {
    'refunds.md': '# Refunds\n\nA refund is paid within 14 days of the return.\n',
  });
  const response = await call('POST /api/query', '/api/query', {
    ask: 'When is a refund paid?',
    scope: ['policies'],
    stream: true,
  });
  let text = '';
  let last: { id: string; output: { content: { text: string }[] }[]; session_id: string } | undefined;
  const seqs: number[] = [];
  const faults: string[] = [];
  for await (const { id, event, data } of readEvents(response)) {
    const value = JSON.parse(data ?? '');
    if (event === 'query') {
      last = value;
      faults.push(...faultsOf(value, 'openapi', '/components/schemas/Query'));
      faults.push(...faultsOf(value, 'canonical', '/$defs/ResponseDocument'));
      continue;
    }
    seqs.push(Number(id));
    faults.push(...faultsOf(value, 'openapi', '/components/schemas/Event'));
    faults.push(...faultsOf(value, 'canonical', '/$defs/QueryEvent'));
    if (event === 'response.output_text.delta') text += value.delta;
  }
  expect(faults).toEqual([]);
  expect(seqs).toEqual(seqs.map((_, index) => index + 1));
  const stored = await (await call('GET /api/queries/{id}', `/api/queries/${last?.id}`)).json();
  expect(last).toEqual(stored);
  expect(text).toBe(stored.output[0].content[0].text);

  const trace = await (await call('GET /api/queries/{id}/trace', `/api/queries/${stored.id}/trace`)).json();
  expect(faultsOf(trace, 'canonical', '/$defs/Trace')).toEqual([]);
  await call('POST /api/queries/{id}/feedback', `/api/queries/${stored.id}/feedback`, {
    rating: 'down',
    comment: 'No.',
  });
  await call('POST /api/queries/{id}/cancel', `/api/queries/${stored.id}/cancel`);
  await (await call('GET /api/queries/{id}/events', `/api/queries/${stored.id}/events`)).body?.cancel();
});

test('sessions come in pages, newest first, each with its turns, and can be deleted', async () => {
  await gateway.addContext('handbook', { 'leave.md': '# Leave\n\nEverybody has 30 days of leave a year.\n' });
  const ids: string[] = [];
  for (const ask of ['How much leave?', 'How many days of leave a year?', 'Who has leave?']) {
    ids.unshift((await (await call('POST /api/query', '/api/query', { ask, scope: ['handbook'] })).json()).session_id);
  }
  const seen: string[] = [];
  for (let after = '', more = true; more; ) {
    const page = await (await call('GET /api/sessions', `/api/sessions?limit=2&scope=handbook${after}`)).json();
    seen.push(...page.data.map(({ id }: { id: string }) => id));
    after = `&after=${seen.at(-1)}`;
    more = page.has_more;
  }
  expect(seen).toEqual(ids);

  const session = await (await call('GET /api/sessions/{id}', `/api/sessions/${ids[0]}`)).json();
  expect(session.queries).toHaveLength(1);
  expect(faultsOf(session, 'canonical', '/$defs/Session')).toEqual([]);
  expect((await call('DELETE /api/sessions/{id}', `/api/sessions/${ids[0]}`)).status).toBe(204);
  expect((await call('GET /api/sessions/{id}', `/api/sessions/${ids[0]}`)).status).toBe(404);
  expect((await call('GET /api/sessions', '/api/sessions?limit=0')).status).toBe(400);
});

test('the catalogue, health and readiness are as described', async () => {
  const catalog = await (await call('GET /api/models', '/api/models')).json();
  expect(catalog.default).toBe('local/extractive');
  expect(faultsOf(catalog, 'canonical', '/$defs/ModelCatalog')).toEqual([]);
  await call('GET /health', '/health');
  await call('GET /ready', '/ready');
});

test.each<[string, string, number, string, unknown]>([
  ['POST /api/query', '/api/query', 404, 'context_not_found', { ask: 'x', scope: ['nowhere'] }],
  ['GET /api/queries/{id}', '/api/queries/qry_0', 404, 'query_not_found', undefined],
  ['GET /api/queries/{id}/events', '/api/queries/qry_0/events', 404, 'query_not_found', undefined],
  ['GET /api/queries/{id}/trace', '/api/queries/qry_0/trace', 404, 'query_not_found', undefined],
  ['POST /api/queries/{id}/cancel', '/api/queries/qry_0/cancel', 404, 'query_not_found', undefined],
  ['POST /api/queries/{id}/feedback', '/api/queries/qry_0/feedback', 404, 'query_not_found', { rating: 'up' }],
  ['DELETE /api/sessions/{id}', '/api/sessions/ses_0', 404, 'session_not_found', undefined],
  ['POST /api/contexts', '/api/contexts', 400, 'bad_request', { slug: 'No Slug' }],
  ['POST /api/contexts', '/api/contexts', 400, 'bad_request', { slug: 'x', titel: 'typo' }],
  ['PATCH /api/contexts/{id}', '/api/contexts/nowhere', 404, 'context_not_found', { title: 'x' }],
  ['POST /api/contexts/{id}/sources', '/api/contexts/nowhere/sources', 404, 'context_not_found', { sources: [] }],
  ['DELETE /api/contexts/{id}/sources', '/api/contexts/nowhere/sources', 400, 'bad_request', undefined],
  ['POST /api/contexts/{id}/curate', '/api/contexts/nowhere/curate', 404, 'context_not_found', undefined],
])('%s on %s is refused with %i %s', async (operation, path, status, code, body) => {
  const response = await call(operation, path, body);
  const envelope = await response.json();
  expect([response.status, envelope.error.code]).toEqual([status, code]);
  expect(faultsOf(envelope, 'canonical', '/$defs/ErrorEnvelope')).toEqual([]);
});

test('nothing failed inside meanwhile', () => {
  expect(gateway.faults).toEqual([]);
});
