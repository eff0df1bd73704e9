import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestGateway, type TestGateway } from '../../support/gateway.ts';
import { faultsOf, faultsOfResponse } from '../../support/wire-contract.ts';

const MSA = '# Acme MSA\n\nBetween Acme and us.\n\n## Payment terms\n\nAcme pays net 30 days after the invoice.\n';
const ODD = 'acme/notes & "quotes"/50% ü.md';
const AT = '/api/contexts/contracts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openTestGateway();
  await gateway.addContext('contracts', {
    'acme/msa.md': MSA,
    [ODD]: 'Nothing of note.\n',
    'scan.bin': '\u0000\u0001',
  });
});
afterAll(async () => {
  expect(gateway.faults).toEqual([]);
  await gateway[Symbol.asyncDispose]();
});

/** Calls an operation, holds the answer against its description, and gives its status and body. */
async function call(operation: string, path: string, body?: unknown) {
  const response = await fetch(`${gateway.url}${path}`, {
    method: operation.split(' ')[0] ?? '',
    ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  expect(await faultsOfResponse(operation, response)).toEqual([]);
  return { status: response.status, body: await response.json() };
}

const readSource = (path: string) => call('GET /api/contexts/{id}/sources/{path}', `${AT}/sources/${path}`);
const readKnowledge = (search: string) => call('GET /api/contexts/{id}/knowledge', `${AT}/knowledge${search}`);
const readChunk = (id: string) => call('GET /api/contexts/{id}/knowledge/{chunk}', `${AT}/knowledge/${id}`);

test('a source is read with its text and its sections', async () => {
  const { status, body } = await readSource('acme/msa.md');
  expect([status, body.text]).toEqual([200, MSA]);
  expect(body.source).toMatchObject({ path: 'acme/msa.md', status: 'parsed', chunk_count: 2 });
  expect(body.sections.at(-1).section_path).toEqual(['Acme MSA', 'Payment terms']);
  expect(MSA.slice(body.sections[0].start, body.sections[0].end)).toContain('Between Acme and us.');
});

test('the path of a source may hold what an address may not, encoded whole or folder by folder', async () => {
  for (const path of [encodeURIComponent(ODD), ODD.split('/').map(encodeURIComponent).join('/')]) {
    expect((await readSource(path)).body).toMatchObject({ source: { path: ODD }, text: 'Nothing of note.\n' });
  }
});

test('what is not in the live index has no text: not readable, or not curated yet', async () => {
  expect((await readSource('scan.bin')).body).toMatchObject({
    source: { status: 'skipped' },
    text: null,
    sections: [],
  });
  const { services, viewer } = gateway.runtime;
  await services.contexts.addSource('contracts', { path: 'new.md', content: 'New.' }, viewer);
  expect((await readSource('new.md')).body).toMatchObject({ source: { status: 'pending' }, text: null });
  await services.contexts.removeSources('contracts', ['new.md'], viewer);
});

test('the chunks of the live index come in pages, and each is the text of its source', async () => {
  const seen = [];
  for (let after = '', more = true; more; ) {
    const { body } = await readKnowledge(`?limit=1${after}`);
    expect(body.data).toHaveLength(1);
    seen.push(...body.data);
    after = `&after=${body.data[0].id}`;
    more = body.has_more;
  }
  expect(seen.map(({ source, ordinal }) => [source, ordinal])).toEqual([
    ['acme/msa.md', 0],
    ['acme/msa.md', 1],
    [ODD, 0],
  ]);
  expect((await readKnowledge('')).body).toEqual({ data: seen, has_more: false });
  expect((await readKnowledge(`?source=${encodeURIComponent(ODD)}`)).body.data).toEqual(seen.slice(2));
  for (const chunk of seen.slice(0, 2)) {
    expect(MSA.slice(chunk.start, chunk.end)).toBe(chunk.text);
    expect((await readChunk(chunk.id)).body).toEqual(chunk);
  }
});

test.each([
  ['an unknown source', () => readSource('none.md'), 404, 'path'],
  ['a path outside of the context', () => readSource('..%2Fsecret.md'), 400, 'path'],
  ['a path with NUL', () => readSource('a%00.md'), 400, 'path'],
  ['an unknown chunk', () => readChunk('chk_0'), 404, 'chunk'],
  ['a chunk id that is a filter', () => readChunk(encodeURIComponent("' OR '1'='1")), 404, 'chunk'],
  ['a chunk id with NUL', () => readChunk('%00'), 404, 'chunk'],
  ['a page after nothing known', () => readKnowledge('?after=chk_0'), 400, 'after'],
  ['a page of no size', () => readKnowledge('?limit=0'), 400, 'limit'],
  ['chunks of a path outside of the context', () => readKnowledge('?source=/etc/passwd'), 400, 'source'],
])('%s is refused, and the field is named', async (_case, request, status, field) => {
  const refused = await request();
  expect([refused.status, refused.body.error]).toMatchObject([status, { code: 'bad_request', field }]);
  expect(faultsOf(refused.body, 'canonical', '/$defs/ErrorEnvelope')).toEqual([]);
});

test('an unknown context is said to be one, whatever is read of it', async () => {
  for (const [operation, path] of [
    ['GET /api/contexts/{id}/sources/{path}', '/api/contexts/none/sources/a.md'],
    ['GET /api/contexts/{id}/knowledge', '/api/contexts/none/knowledge'],
    ['GET /api/contexts/{id}/knowledge/{chunk}', '/api/contexts/none/knowledge/chk_0'],
  ] as const) {
    expect(await call(operation, path)).toMatchObject({ status: 404, body: { error: { code: 'context_not_found' } } });
  }
});
