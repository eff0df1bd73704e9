import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestGateway, type TestGateway } from '../../support/gateway.ts';
import { faultsOf, faultsOfResponse } from '../../support/wire-contract.ts';

const MSA = `# Acme MSA

"Client" means Acme and "Fee" means what the client pays.

## Rates

| Edition | Price |
| --- | --- |
| Team | $1,200 |
| Business | $4,800.50 |
`;
const AT = '/api/contexts/contracts/artifacts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openTestGateway();
  await gateway.addContext('contracts', { 'acme/msa.md': MSA });
  await gateway.addContext('other', { 'a.md': '# Other' });
});
afterAll(async () => {
  expect(gateway.faults).toEqual([]);
  await gateway[Symbol.asyncDispose]();
});

/** Calls an operation, holds the answer against its description, and gives its status and body. */
async function call(operation: string, path: string) {
  const response = await fetch(`${gateway.url}${path}`);
  expect(await faultsOfResponse(operation, response)).toEqual([]);
  return { status: response.status, body: await response.json() };
}

const list = (search = '', at = AT) => call('GET /api/contexts/{id}/artifacts', `${at}${search}`);
const read = (id: string, at = AT) => call('GET /api/contexts/{id}/artifacts/{artifact}', `${at}/${id}`);
const namesOf = (body: { data: readonly { name: string }[] }) => body.data.map(({ name }) => name);

test('the artifacts of a context come in pages, whole', async () => {
  const all = await list();
  expect([all.status, namesOf(all.body), all.body.has_more]).toEqual([
    200,
    ['Acme MSA', 'Client', 'Fee', 'Rates'],
    false,
  ]);
  expect(all.body.data[3]).toMatchObject({
    type: 'table',
    context_slug: 'contracts',
    sources: ['acme/msa.md'],
    row_count: 2,
    columns: [
      { name: 'edition', label: 'Edition', type: 'text', unit: null },
      { name: 'price', label: 'Price', type: 'currency', unit: '$' },
    ],
  });
  const [{ source, start, end }] = all.body.data[2].spans;
  expect([source, MSA.slice(start, end)]).toEqual(['acme/msa.md', '"Fee" means what the client pays.']);

  const first = await list('?limit=3');
  expect([namesOf(first.body), first.body.has_more]).toEqual([['Acme MSA', 'Client', 'Fee'], true]);
  const second = await list(`?limit=3&after=${first.body.data[2].id}`);
  expect([namesOf(second.body), second.body.has_more]).toEqual([['Rates'], false]);
  expect(namesOf((await list('?type=glossary&type=table')).body)).toEqual(['Client', 'Fee', 'Rates']);
});

test('an artifact is read by its id, in its own context', async () => {
  const [, client] = (await list()).body.data;
  expect(await read(client.id)).toEqual({ status: 200, body: client });
  expect(await read(client.id, '/api/contexts/other/artifacts')).toMatchObject({ status: 404 });
});

test.each([
  ['an artifact that is not there', () => read('art_contracts_0000000000000000'), 404, 'artifact'],
  ['an id that is a filter', () => read(encodeURIComponent("' OR '1'='1")), 404, 'artifact'],
  ['an id with NUL', () => read('%00'), 404, 'artifact'],
  ['a page after nothing known', () => list('?after=art_0'), 400, 'after'],
  ['a page of no size', () => list('?limit=0'), 400, 'limit'],
  ['an unknown type', () => list('?type=poem'), 400, 'type'],
])('%s is refused, and the field is named', async (_case, request, status, field) => {
  const refused = await request();
  expect([refused.status, refused.body.error]).toMatchObject([status, { code: 'bad_request', field }]);
  expect(faultsOf(refused.body, 'canonical', '/$defs/ErrorEnvelope')).toEqual([]);
});

test('an unknown context is said to be one', async () => {
  for (const answer of [
    await list('', '/api/contexts/none/artifacts'),
    await read('art_0', '/api/contexts/none/artifacts'),
  ]) {
    expect(answer).toMatchObject({ status: 404, body: { error: { code: 'context_not_found' } } });
  }
});
