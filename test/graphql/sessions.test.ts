import { beforeAll, describe, expect, it } from 'vitest';
import { STRANGER, seedWorkspaces, WORKSPACE } from '../store/seed.ts';
import { openEmbedded } from '../support/database.ts';
import { type Api, createApi } from './support/api.ts';
import { insertSessions, sessionId } from './support/rows.ts';
import { recordStatements } from './support/statements.ts';

const SESSIONS = 1_000;

const PAGE = /* GraphQL */ `
  query Page($first: Int, $after: String, $last: Int, $before: String, $scope: String) {
    sessions(first: $first, after: $after, last: $last, before: $before, scope: $scope) {
      totalCount
      edges { cursor node { id title scope contexts { slug } } }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    }
  }
`;

let api: Api;
let stranger: Api;

beforeAll(async () => {
  const database = await openEmbedded();
  await seedWorkspaces(database);
  await insertSessions(database, WORKSPACE, SESSIONS, 'contracts');
  api = createApi({ database, viewer: { workspaceId: WORKSPACE } });
  stranger = createApi({ database, viewer: { workspaceId: STRANGER } });
  return () => database[Symbol.asyncDispose]();
});

const page = async (variables: object) => {
  const { data, errors } = await api.run(PAGE, variables);
  expect(errors).toBeUndefined();
  const { edges, pageInfo, totalCount } = data['sessions'];
  return { ids: edges.map((edge: { node: { id: string } }) => edge.node.id) as string[], edges, pageInfo, totalCount };
};

/** Newest first: from number `from` down. */
const down = (from: number, count: number) => Array.from({ length: count }, (_, n) => sessionId(from - n));

describe('sessions', () => {
  it('come newest first, and page two goes on where page one ended', async () => {
    const one = await page({ first: 20 });
    const two = await page({ first: 20, after: one.pageInfo.endCursor });

    expect(one.ids).toEqual(down(SESSIONS - 1, 20));
    expect(two.ids).toEqual(down(SESSIONS - 21, 20));
    expect(one.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: false });
    expect(two.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: true });
    expect(two.totalCount).toBe(SESSIONS);
  });

  it('are each met once by a reader who pages through them all', async () => {
    const met: string[] = [];
    let after: string | null = null;
    do {
      const { ids, pageInfo } = await page({ first: 99, after });
      met.push(...ids);
      after = pageInfo.hasNextPage ? pageInfo.endCursor : null;
    } while (after !== null);

    expect(met).toEqual(down(SESSIONS - 1, SESSIONS));
  });

  it('can be paged through from the oldest', async () => {
    const end = await page({ last: 3 });
    const before = await page({ last: 3, before: end.pageInfo.startCursor });

    expect(end.ids).toEqual(down(2, 3));
    expect(end.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: true });
    expect(before.ids).toEqual(down(5, 3));
  });

  it('take the same number of statements, each with a limit, whatever the page', async () => {
    const few = await statementsOf({ first: 2 });
    const many = await statementsOf({ first: 100 });

    expect(many.length).toBe(few.length);
    expect(many.length).toBeLessThanOrEqual(4);
    expect(many.filter((sql) => sql.includes('FROM "public"."sessions"') && !/LIMIT|COUNT/.test(sql))).toEqual([]);
  });

  it('can be narrowed to those that ask a context', async () => {
    expect((await page({ scope: 'contracts' })).totalCount).toBe(SESSIONS);
    expect(await page({ scope: 'pricing' })).toMatchObject({ ids: [], totalCount: 0 });
  });

  it.each([
    ['first', { first: 101 }],
    ['first', { first: 0 }],
    ['last', { last: 101 }],
    ['after', { after: 'ses_00001' }],
  ])('refuse a page that cannot be, naming %s', async (field, variables) => {
    const { errors } = await api.run(PAGE, variables);

    expect(errors?.[0]?.extensions).toMatchObject({ code: 'bad_request', field });
  });

  it('of another workspace are not there, by any way', async () => {
    const { data } = await stranger.run(PAGE);
    expect(data['sessions']).toMatchObject({ totalCount: 0, edges: [] });

    const one = await stranger.run('query ($id: ID!) { session(id: $id) { id } }', { id: sessionId(1) });
    const none = await api.run('query ($id: ID!) { session(id: $id) { id } }', { id: 'ses_none' });
    expect(one.data).toEqual({ session: null });
    expect(one.errors?.[0]?.extensions).toEqual(none.errors?.[0]?.extensions);
    expect(one.errors?.[0]?.message).toBe(none.errors?.[0]?.message.replace('ses_none', sessionId(1)));

    const node = await stranger.run('query ($id: ID!) { node(id: $id) { id } }', { id: sessionId(1) });
    expect(node).toMatchObject({ data: { node: null } });
    expect(node.errors).toBeUndefined();
  });
});

async function statementsOf(variables: object): Promise<readonly string[]> {
  using recorder = recordStatements();
  await page(variables);
  return recorder.statements;
}
