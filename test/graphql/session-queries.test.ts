import { beforeAll, describe, expect, it } from 'vitest';
import { STRANGER, seedWorkspaces, WORKSPACE } from '../store/seed.ts';
import { openEmbedded } from '../support/database.ts';
import { type Api, createApi } from './support/api.ts';
import { insertSessions, insertTurns, queryId, sessionId } from './support/rows.ts';
import { recordStatements } from './support/statements.ts';

const TURNS = 1_000;
const SESSIONS = 30;

const ONE = /* GraphQL */ `
  query One($id: ID!, $first: Int, $after: String, $last: Int, $before: String) {
    session(id: $id) {
      queries(first: $first, after: $after, last: $last, before: $before) {
        totalCount
        nodes { id text usage { outputTokens } session { id } previousQuery { id } }
        pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
      }
    }
  }
`;

const LIST = /* GraphQL */ `
  query List($sessions: Int, $first: Int) {
    sessions(first: $sessions) { nodes { id queries(first: $first) { totalCount nodes { id text session { title } } } } }
  }
`;

let api: Api;

beforeAll(async () => {
  const database = await openEmbedded();
  await seedWorkspaces(database);
  await insertSessions(database, WORKSPACE, SESSIONS, 'contracts');
  await insertTurns(database, WORKSPACE, 0, TURNS);
  for (let session = 1; session < SESSIONS; session++) await insertTurns(database, WORKSPACE, session, 10);
  api = createApi({ database, viewer: { workspaceId: WORKSPACE } });
  return () => database[Symbol.asyncDispose]();
});

const page = async (variables: object) => {
  const { data, errors } = await api.run(ONE, { id: sessionId(0), ...variables });
  expect(errors).toBeUndefined();
  const { nodes, pageInfo, totalCount } = data['session'].queries;
  return { ids: nodes.map(({ id }: { id: string }) => id) as string[], nodes, pageInfo, totalCount };
};

const up = (from: number, count: number) => Array.from({ length: count }, (_, n) => queryId(0, from + n));

describe('the turns of a session', () => {
  it('come oldest first, and page two goes on where page one ended', async () => {
    const one = await page({ first: 21 });
    const two = await page({ first: 21, after: one.pageInfo.endCursor });

    expect(one.ids).toEqual(up(0, 21));
    expect(two.ids).toEqual(up(21, 21));
    expect(two.totalCount).toBe(TURNS);
    expect(two.nodes[0]).toMatchObject({ text: 'Answer 21', session: { id: sessionId(0) } });
  });

  it('can be read from the latest back', async () => {
    const latest = await page({ last: 5 });
    const before = await page({ last: 5, before: latest.pageInfo.startCursor });

    expect(latest.ids).toEqual(up(TURNS - 5, 5));
    expect(latest.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: true });
    expect(before.ids).toEqual(up(TURNS - 10, 5));
    expect(before.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: true });
  });

  it('end with a page that has no next', async () => {
    const almost = await page({ last: 4 });
    const rest = await page({ first: 100, after: almost.pageInfo.startCursor });

    expect(rest.ids).toEqual(up(TURNS - 3, 3));
    expect(rest.pageInfo.hasNextPage).toBe(false);
  });

  it('count their tokens exactly beyond 32 bits', async () => {
    expect((await page({ first: 1 })).nodes[0].usage.outputTokens).toBe(3_000_000_000);
  });

  it('take the same number of statements whatever the page', async () => {
    const few = await statementsOf(() => page({ first: 2 }));
    const many = await statementsOf(() => page({ first: 100 }));

    expect(many.length).toBe(few.length);
    expect(many.length).toBeLessThanOrEqual(8);
  });
});

describe('the turns of a list of sessions', () => {
  it('are the right ones below each', async () => {
    const { data, errors } = await api.run(LIST, { sessions: 2, first: 3 });

    expect(errors).toBeUndefined();
    const sessions = data['sessions'].nodes;
    expect(sessions.map(({ id }: { id: string }) => id)).toEqual([sessionId(SESSIONS - 1), sessionId(SESSIONS - 2)]);
    expect(sessions[0].queries).toMatchObject({ totalCount: 10, nodes: [{ id: queryId(SESSIONS - 1, 0) }, {}, {}] });
    expect(sessions[1].queries.nodes[2]).toMatchObject({ id: queryId(SESSIONS - 2, 2), text: 'Answer 2' });
  });

  it('take the same number of statements however many sessions and turns, and load no turn that is not shown', async () => {
    const few = await statementsOf(() => api.run(LIST, { sessions: 2, first: 1 }));
    const many = await statementsOf(() => api.run(LIST, { sessions: 30, first: 8 }));

    expect(many.length).toBe(few.length);
    expect(many.length).toBeLessThanOrEqual(8);
    expect(many.filter((sql) => sql.includes('LATERAL') && sql.includes('LIMIT'))).toHaveLength(1);
  });

  it('are not found from another workspace', async () => {
    const { data } = await api.run('query ($id: ID!) { node(id: $id) { ... on KnowQLQuery { text } } }', {
      id: queryId(0, 1),
    });
    expect(data).toEqual({ node: { text: 'Answer 1' } });
    expect(STRANGER).not.toBe(WORKSPACE);
  });
});

async function statementsOf(run: () => Promise<unknown>): Promise<readonly string[]> {
  using recorder = recordStatements();
  await run();
  return recorder.statements;
}
