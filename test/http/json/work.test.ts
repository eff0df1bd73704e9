import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestGateway, type TestGateway } from '../../support/gateway.ts';
import { faultsOf, faultsOfResponse } from '../../support/wire-contract.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openTestGateway();
  await gateway.addContext('contracts', { 'msa.md': '# MSA\n\nAcme pays net 30 days after the invoice.\n' });
  await gateway.runtime.services.contexts.create({ slug: 'log', kind: 'work' }, gateway.runtime.viewer);
});
afterAll(async () => {
  expect(gateway.faults).toEqual([]);
  await gateway[Symbol.asyncDispose]();
});

async function post(operation: string, path: string, body: unknown) {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${gateway.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  expect(await faultsOfResponse(operation, response)).toEqual([]);
  return { status: response.status, body: await response.json() };
}

const ask = (document: object) => post('POST /api/query', '/api/query', document);
const record = (context: string, body: unknown) =>
  post('POST /api/contexts/{id}/work', `/api/contexts/${context}/work`, body);

test('work is recorded and cited with its turn, its steps and its path (docs/protocol.md §15)', async () => {
  const { body: turn } = await ask({ ask: 'When does Acme pay?', scope: ['contracts'] });
  const whole = { session_id: turn.session_id };
  expect(await record('log', whole)).toEqual({ status: 200, body: { recorded: 1, unchanged: 0, skipped: 0 } });
  expect((await record('log', { query_ids: [turn.id] })).body).toEqual({ recorded: 0, unchanged: 1, skipped: 0 });

  const { body: later } = await ask({ ask: 'When does Acme pay?', scope: ['log'], workflow: 'search' });
  expect(faultsOf(later, 'canonical', '/$defs/ResponseDocument')).toEqual([]);
  expect(later.citations[0]).toMatchObject({
    query_id: turn.id,
    steps: turn.steps.map(({ step_id }: { step_id: string }) => step_id),
    source_path: `${turn.session_id}/${turn.id}.md`,
  });
  expect(later.warnings).toMatchObject([{ code: 'no_effect', field: 'workflow' }]);
});

test.each<[string, string, unknown, number, string, string | undefined]>([
  ['neither a session nor turns', 'log', {}, 400, 'bad_request', 'session_id'],
  ['both', 'log', { session_id: 'ses_0', query_ids: ['qry_0'] }, 400, 'bad_request', 'query_ids'],
  ['null for a session', 'log', { session_id: null }, 400, 'bad_request', 'session_id'],
  ['turns that are no list', 'log', { query_ids: 'qry_0' }, 400, 'bad_request', 'query_ids'],
  ['a turn that is no text', 'log', { query_ids: ['qry_0', 1] }, 400, 'bad_request', 'query_ids[1]'],
  ['no turns', 'log', { query_ids: [] }, 400, 'bad_request', 'query_ids'],
  ['too many turns', 'log', { query_ids: Array.from({ length: 101 }, String) }, 400, 'bad_request', 'query_ids'],
  ['a member that is none', 'log', { session: 'ses_0' }, 400, 'bad_request', 'session'],
  ['NUL', 'log', { session_id: 'ses_\u0000' }, 400, 'bad_request', 'session_id'],
  ['an unknown session', 'log', { session_id: 'ses_0' }, 404, 'session_not_found', undefined],
  ['an unknown turn', 'log', { query_ids: ['qry_0'] }, 404, 'query_not_found', undefined],
  ['an unknown context', 'none', { query_ids: ['qry_0'] }, 404, 'context_not_found', undefined],
  ['a search context', 'contracts', { query_ids: ['qry_0'] }, 400, 'bad_request', 'context'],
])('%s is refused and nothing is recorded', async (_case, context, body, status, code, field) => {
  const { services, viewer } = gateway.runtime;
  const before = await services.contexts.sources('log', viewer);
  const refused = await record(context, body);
  expect([refused.status, refused.body.error.code, refused.body.error.field]).toEqual([status, code, field]);
  expect(await services.contexts.sources('log', viewer)).toEqual(before);
});
