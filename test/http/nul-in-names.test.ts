import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestGateway, type TestGateway } from '../support/gateway.ts';

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await openTestGateway();
});
afterAll(() => gateway[Symbol.asyncDispose]());

// A NUL is the one character that the database refuses; whoever sends it must not be told that we are broken.
test.each([
  '/api/contexts/%00',
  '/api/contexts/%00/knowledge',
  '/api/queries/%00',
  '/api/queries/%00/events',
  '/api/queries/%00/trace',
  '/api/sessions/%00',
  '/api/sessions?scope=%00',
  '/api/sessions?after=%00',
])('%s is the fault of the request', async (path) => {
  const response = await fetch(`${gateway.url}${path}`);
  expect([response.status, await response.json()]).toMatchObject([400, { error: { code: 'bad_request' } }]);
});

test.each([
  'query ($id: ID!) { query(id: $id) { id } }',
  'query ($id: ID!) { session(id: $id) { id } }',
  'query ($id: String!) { context(slug: $id) { id } }',
  'query ($id: String!) { sessions(scope: $id) { totalCount } }',
  'mutation ($id: ID!) { cancelQuery(id: $id) { id } }',
  'mutation ($id: ID!) { deleteSession(id: $id) }',
])('in %s too', async (query) => {
  const response = await fetch(`${gateway.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables: { id: 'qry_\0' } }),
  });
  const { errors } = (await response.json()) as {
    errors: readonly { message: string; extensions: { code: string } }[];
  };
  expect(errors).toMatchObject([{ message: expect.stringContaining('NUL'), extensions: { code: 'bad_request' } }]);
});

test('none of it is taken for a failure of the gateway', () => {
  expect(gateway.faults).toEqual([]);
});
