import { beforeAll, expect, it } from 'vitest';
import { openTestRuntime } from '../support/gateway.ts';
import { type Api, createApi } from './support/api.ts';
import { ACME_MSA } from './support/operations.ts';

const RECORD = /* GraphQL */ `
  mutation Record($context: ID!, $sessionId: ID, $queryIds: [ID!]) {
    recordWork(context: $context, sessionId: $sessionId, queryIds: $queryIds) { recorded unchanged skipped }
  }
`;
const ASK = /* GraphQL */ `
  mutation Ask($input: RunQueryInput!) {
    runQuery(input: $input) {
      id sessionId text
      steps { stepId }
      citations { source sourcePath queryId steps }
      warnings { code field }
    }
  }
`;

let api: Api;
let stranger: Api;

beforeAll(async () => {
  const test = await openTestRuntime();
  const { db: database, services, viewer } = test.runtime;
  await database.prisma.workspace.create({ data: { id: 'wsp_other', slug: 'other', name: 'Other' } });
  api = createApi({ database, services, viewer });
  stranger = createApi({ database, services, viewer: { workspaceId: 'wsp_other' } });
  await test.addContext('contracts', { 'acme-msa.md': ACME_MSA });
  for (const each of [api, stranger]) {
    await each.run('mutation { createContext(input: { slug: "log", kind: WORK }) { id } }');
  }
  return () => test[Symbol.asyncDispose]();
});

const ask = async (input: object) => (await api.run(ASK, { input })).data['runQuery'];

it('work is recorded, found and cited by its turn and steps', async () => {
  const empty = await ask({ ask: "What are Acme's payment terms?", scope: ['log'], workflow: 'SEARCH_RAG' });
  expect(empty).toMatchObject({ citations: [], warnings: [{ code: 'no_effect', field: 'workflow' }] });

  const turn = await ask({ ask: "What are Acme's payment terms?", scope: ['contracts'] });
  const recorded = await api.run(RECORD, { context: 'log', sessionId: turn.sessionId });
  expect(recorded.data).toEqual({ recordWork: { recorded: 1, unchanged: 0, skipped: 0 } });
  const again = await api.run(RECORD, { context: 'log', queryIds: [turn.id] });
  expect(again.data).toEqual({ recordWork: { recorded: 0, unchanged: 1, skipped: 0 } });

  const later = await ask({ ask: "What are Acme's payment terms?", scope: ['log'] });
  expect(later.citations[0]).toMatchObject({
    queryId: turn.id,
    steps: turn.steps.map(({ stepId }: { stepId: string }) => stepId),
    sourcePath: `${turn.sessionId}/${turn.id}.md`,
  });

  const read = '{ context(slug: "log") { sources { nodes { path text } } } }';
  expect((await api.run(read)).data['context'].sources.nodes).toEqual([
    { path: later.citations[0].source, text: expect.stringContaining(turn.text) },
  ]);
});

it('work of another workspace is not there to be recorded', async () => {
  const turn = await ask({ ask: "What are Acme's payment terms?", scope: ['contracts'] });
  for (const [which, code] of [
    [{ sessionId: turn.sessionId }, 'session_not_found'],
    [{ queryIds: [turn.id] }, 'query_not_found'],
  ] as const) {
    expect((await stranger.run(RECORD, { context: 'log', ...which })).errors?.[0]?.extensions).toMatchObject({ code });
  }
});

it.each([
  ['neither a session nor turns', {}, 'sessionId'],
  ['both', { sessionId: 'ses_0', queryIds: ['qry_0'] }, 'queryIds'],
  ['no turns', { queryIds: [] }, 'queryIds'],
])('%s is an error that names the argument', async (_case, which, field) => {
  const { errors } = await api.run(RECORD, { context: 'log', ...which });
  expect(errors?.[0]?.extensions).toMatchObject({ code: 'bad_request', field });
  expect(api.reported).toEqual([]);
});
