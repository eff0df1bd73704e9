import { beforeAll, describe, expect, it } from 'vitest';
import { openTestRuntime } from '../support/gateway.ts';
import { type Api, createApi } from './support/api.ts';

const REGISTER = `# Register

"Running term" means the term that has begun and not ended.

## In force

| Contract | Customer | Commitment | Ends |
| --- | --- | --- | --- |
| HA-1 | Acme | $120,000 | 2027-01-31 |
| HA-2 | Delmore | $96,000 | 2028-10-31 |
| HA-3 | Corvane | $40,000 | 2027-09-30 |
`;
const ARTIFACTS = /* GraphQL */ `
  query Artifacts($slug: String!, $first: Int, $after: String, $last: Int, $before: String, $types: [ArtifactType!]) {
    context(slug: $slug) {
      artifacts(first: $first, after: $after, last: $last, before: $before, types: $types) {
        totalCount
        pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
        nodes {
          id type name sources text rowCount
          columns { name label type unit }
          spans { source start end }
        }
      }
    }
  }
`;
const ASK = /* GraphQL */ `
  query Ask($artifactId: ID!, $sql: String!, $limit: Int) {
    queryTable(artifactId: $artifactId, sql: $sql, limit: $limit) { columns rows truncated }
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
  await services.contexts.create({ slug: 'contracts' }, viewer);
  await services.contexts.addSource('contracts', { path: 'register.md', content: REGISTER }, viewer);
  for await (const _event of services.contexts.curate('contracts', viewer)) continue;
  return () => test[Symbol.asyncDispose]();
});

const artifactsOf = async (variables: Record<string, unknown> = {}) =>
  (await api.run(ARTIFACTS, { slug: 'contracts', ...variables })).data['context'].artifacts;
const namesOf = ({ nodes }: { nodes: readonly { name: string }[] }) => nodes.map(({ name }) => name);
const tableId = async () => (await artifactsOf({ types: ['TABLE'] })).nodes[0].id;

describe('the artifacts of a context', () => {
  it('are a connection, typed', async () => {
    const all = await artifactsOf();
    expect([all.totalCount, namesOf(all)]).toEqual([3, ['Register', 'Running term', 'In force']]);
    expect(all.nodes[2]).toMatchObject({
      type: 'TABLE',
      sources: ['register.md'],
      rowCount: 3,
      columns: [
        { name: 'contract', label: 'Contract', type: 'TEXT', unit: null },
        { name: 'customer', type: 'TEXT' },
        { name: 'commitment', type: 'CURRENCY', unit: '$' },
        { name: 'ends', type: 'DATE' },
      ],
    });
    const [{ start, end }] = all.nodes[1].spans;
    expect(REGISTER.slice(start, end)).toBe('"Running term" means the term that has begun and not ended.');
  });

  it('are paged in both directions, and by type', async () => {
    const first = await artifactsOf({ first: 2 });
    expect([namesOf(first), first.pageInfo.hasNextPage]).toEqual([['Register', 'Running term'], true]);
    const second = await artifactsOf({ first: 2, after: first.pageInfo.endCursor });
    expect([namesOf(second), second.pageInfo.hasNextPage]).toEqual([['In force'], false]);
    const back = await artifactsOf({ last: 1, before: second.pageInfo.startCursor });
    expect([namesOf(back), back.pageInfo.hasPreviousPage]).toEqual([['Running term'], true]);
    const typed = await artifactsOf({ types: ['GLOSSARY', 'DOC'] });
    expect([typed.totalCount, namesOf(typed)]).toEqual([2, ['Register', 'Running term']]);
  });

  it('refuses the cursor of another list', async () => {
    const { errors } = await api.run(ARTIFACTS, {
      slug: 'contracts',
      after: Buffer.from('["a.md"]').toString('base64url'),
    });
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'bad_request', field: 'after' });
  });

  it('are nodes, for those who may see them', async () => {
    const id = await tableId();
    const node = 'query ($id: ID!) { node(id: $id) { id ... on Artifact { name type } } }';
    expect((await api.run(node, { id })).data['node']).toEqual({ id, name: 'In force', type: 'TABLE' });
    expect((await stranger.run(node, { id })).data['node']).toBeNull();
    expect((await api.run(node, { id: id.slice(0, -1) })).data['node']).toBeNull();
  });
});

describe('a table', () => {
  it('is asked in SQL', async () => {
    const sql = "SELECT customer, commitment FROM data WHERE ends < '2028-01-01' ORDER BY commitment DESC";
    const { data } = await api.run(ASK, { artifactId: await tableId(), sql, limit: 1 });
    expect(data['queryTable']).toEqual({
      columns: ['customer', 'commitment'],
      rows: [['Acme', 120_000]],
      truncated: true,
    });
  });

  it('answers nobody else, and tells them apart from nothing', async () => {
    const artifactId = await tableId();
    const refused = await stranger.run(ASK, { artifactId, sql: 'FROM data' });
    const unknown = await api.run(ASK, { artifactId: artifactId.replace(/.$/, '!'), sql: 'FROM data' });
    expect(refused.errors?.[0]?.extensions).toMatchObject({ code: 'bad_request', field: 'artifactId' });
    expect(refused.errors?.[0]?.message).toBe(unknown.errors?.[0]?.message.replace(/!(?=")/, artifactId.at(-1) ?? ''));
  });

  it.each([
    ['SELECT price FROM data', 'sql', /price/],
    ["SELECT * FROM read_csv('/etc/passwd')", 'sql', /nothing to select from/],
    ['DROP TABLE data', 'sql', /Only a SELECT/],
  ])('says what is wrong about %s', async (sql, field, message) => {
    const { errors } = await api.run(ASK, { artifactId: await tableId(), sql });
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'bad_request', field });
    expect(errors?.[0]?.message).toMatch(message);
  });

  it('gives at most a thousand rows', async () => {
    const { errors } = await api.run(ASK, { artifactId: await tableId(), sql: 'FROM data', limit: 1_001 });
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'bad_request', field: 'limit' });
  });
});
