import { beforeAll, describe, expect, it } from 'vitest';
import { openTestRuntime } from '../support/gateway.ts';
import { type Api, createApi } from './support/api.ts';
import { ACME_MSA, RUN } from './support/operations.ts';
import { recordStatements } from './support/statements.ts';

const ADD = /* GraphQL */ `
  mutation Add($context: ID!, $sources: [SourceInput!]!) {
    addSources(context: $context, sources: $sources) { change source { id path status byteSize } }
  }
`;
const CURATE =
  'mutation ($context: ID!) { curateContext(context: $context) { status parsed unchanged removed chunks } }';
const SHOW = /* GraphQL */ `
  query Show($slug: String!, $first: Int, $after: String) {
    context(slug: $slug) {
      id slug title kind queryable sourceCount curatedAt
      sources(first: $first, after: $after) { totalCount nodes { id path status } pageInfo { hasNextPage endCursor } }
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
  return () => test[Symbol.asyncDispose]();
});

const create = (slug: string) =>
  api.run('mutation ($input: CreateContextInput!) { createContext(input: $input) { id slug queryable sourceCount } }', {
    input: { slug, title: slug.toUpperCase(), description: 'What we signed.' },
  });

const numbered = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, n) => ({
    path: `folder/${String(from + n).padStart(4, '0')}.md`,
    content: `# Note ${from + n}`,
  }));

describe('a context', () => {
  it('is made, filled, curated and asked, all through GraphQL', async () => {
    const made = await create('contracts');
    expect(made.data['createContext']).toMatchObject({ slug: 'contracts', queryable: false, sourceCount: 0 });

    const early = await api.run(RUN, { input: { ask: 'Which terms?', scope: ['contracts'] } });
    expect(early.errors?.[0]?.extensions).toMatchObject({ code: 'context_not_queryable', retryable: true });

    const sources = [{ path: 'acme-msa.md', content: ACME_MSA }];
    const added = await api.run(ADD, { context: 'contracts', sources });
    expect(added.data['addSources'][0]).toMatchObject({
      change: 'ADDED',
      source: { path: 'acme-msa.md', status: 'PENDING' },
    });
    expect((await api.run(ADD, { context: 'contracts', sources })).data['addSources'][0].change).toBe('UNCHANGED');

    const curated = await api.run(CURATE, { context: 'contracts' });
    expect(curated.data['curateContext']).toMatchObject({ status: 'COMPLETED', parsed: 1, unchanged: 0 });
    expect((await api.run(CURATE, { context: 'contracts' })).data['curateContext']).toMatchObject({ unchanged: 1 });

    const shown = (await api.run(SHOW, { slug: 'contracts' })).data['context'];
    expect(shown).toMatchObject({ queryable: true, sourceCount: 1, kind: 'SEARCH' });
    expect(shown.sources).toMatchObject({ totalCount: 1, nodes: [{ path: 'acme-msa.md', status: 'PARSED' }] });

    const answer = await api.run(RUN, { input: { ask: "What are Acme's payment terms?", scope: ['contracts'] } });
    expect(answer.data['runQuery'].citations[0].source).toBe('acme-msa.md');
  });

  it('tells of each source while it is curated', async () => {
    await create('followed');
    await api.run(ADD, { context: 'followed', sources: numbered(0, 3) });

    const events = [];
    const operation =
      'subscription ($id: ID!) { curationEvents(contextId: $id) { curation { status total } source { path status } } }';
    for await (const { data } of api.follow(operation, { id: 'followed' })) events.push(data['curationEvents']);

    expect(events.flatMap(({ source }) => source?.path ?? []).toSorted((a, b) => (a < b ? -1 : 1))).toEqual(
      numbered(0, 3).map(({ path }) => path),
    );
    expect(events.at(-1)).toMatchObject({ curation: { status: 'COMPLETED', total: 3 }, source: null });
  });

  it('pages through its sources by path, in as many statements for all contexts as for one', async () => {
    await create('large');
    for (let from = 0; from < 300; from += 100)
      await api.run(ADD, { context: 'large', sources: numbered(from, from + 100) });

    const one = (await api.run(SHOW, { slug: 'large', first: 100 })).data['context'].sources;
    const two = (await api.run(SHOW, { slug: 'large', first: 100, after: one.pageInfo.endCursor })).data['context']
      .sources;
    expect(two.nodes.map(({ path }: { path: string }) => path)).toEqual(numbered(100, 200).map(({ path }) => path));
    expect(two).toMatchObject({ totalCount: 300, pageInfo: { hasNextPage: true } });

    const all = '{ contexts { slug sourceCount sources(first: 50) { totalCount nodes { path } } } }';
    using recorder = recordStatements();
    const { data } = await api.run(all);
    expect(data['contexts'].length).toBeGreaterThan(1);
    expect(recorder.statements.length).toBeLessThanOrEqual(5);
  });

  it('is changed, emptied and deleted', async () => {
    await create('short-lived');
    await api.run(ADD, { context: 'short-lived', sources: numbered(0, 2) });
    const changed = await api.run(
      'mutation ($context: ID!) { updateContext(context: $context, input: { title: "New", manifest: { chunking: { size: 400, strategy: SENTENCES }, artifacts: { byModel: [TOPIC] }, languages: null } }) { id title description manifest { chunking { strategy size overlap } artifacts { byRule byModel } languages document } } }',
      { context: 'short-lived' },
    );
    expect(changed.data['updateContext']).toMatchObject({
      title: 'New',
      description: 'What we signed.',
      manifest: {
        chunking: { strategy: 'SENTENCES', size: 400, overlap: 0 },
        artifacts: { byRule: true, byModel: ['TOPIC'] },
        languages: [],
        document: {
          chunking: { strategy: 'sentences', size: 400, overlap: 0 },
          artifacts: { by_rule: true, by_model: ['topic'] },
          languages: [],
        },
      },
    });

    const removed = await api.run(
      'mutation ($context: ID!, $paths: [String!]!) { removeSources(context: $context, paths: $paths) }',
      { context: 'short-lived', paths: ['folder/0000.md', 'not/there.md'] },
    );
    expect(removed.data).toEqual({ removeSources: 1 });

    const { id } = changed.data['updateContext'];
    const gone = await api.run('mutation ($context: ID!) { deleteContext(context: $context) }', {
      context: 'short-lived',
    });
    expect(gone.data).toEqual({ deleteContext: id });
    expect((await api.run(SHOW, { slug: 'short-lived' })).errors?.[0]?.extensions).toMatchObject({
      code: 'context_not_found',
    });
  });

  it('of another workspace is not there, nor are its sources, and the words are the same', async () => {
    const { id } = (await create('ours')).data['createContext'];
    const added = await api.run(ADD, { context: 'ours', sources: numbered(0, 1) });
    const sourceId = added.data['addSources'][0].source.id;

    const theirs = await stranger.run(SHOW, { slug: 'ours' });
    const nobodys = await api.run(SHOW, { slug: 'nobodys' });
    expect(theirs.errors?.[0]?.message).toBe(nobodys.errors?.[0]?.message.replace('nobodys', 'ours'));
    expect(theirs.errors?.[0]?.extensions).toEqual(nobodys.errors?.[0]?.extensions);
    const look = 'query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id } }';
    expect((await stranger.run(look, { ids: [id, sourceId] })).data['nodes']).toEqual([null, null]);
    expect((await api.run(look, { ids: [sourceId, id] })).data['nodes']).toEqual([
      { __typename: 'Source', id: sourceId },
      { __typename: 'Context', id },
    ]);
    expect((await stranger.run('{ contexts { slug } }')).data).toEqual({ contexts: [] });
  });
});

describe('what cannot be done to a context', () => {
  it.each([
    ['made under a slug that is none', 'mutation { createContext(input: { slug: "No Slug" }) { id } }', 'bad_request'],
    ['curated when it is not there', 'mutation { curateContext(context: "none") { id } }', 'context_not_found'],
    ['given no sources', 'mutation { addSources(context: "none", sources: []) { change } }', 'bad_request'],
    ['deleted when it is not there', 'mutation { deleteContext(context: "none") }', 'context_not_found'],
    [
      'given a path outside of it',
      'mutation { addSources(context: "contracts", sources: [{ path: "../x.md", content: "x" }]) { change } }',
      'bad_request',
    ],
    [
      'given a manifest that is no object',
      'mutation { updateContext(context: "contracts", input: { manifest: [1] }) { id } }',
      'bad_request',
    ],
    [
      'given chunks that nobody could read',
      'mutation { updateContext(context: "contracts", input: { manifest: { chunking: { size: 9 } } }) { id } }',
      'bad_request',
      'manifest.chunking.size',
    ],
    [
      'made for a language that nobody knows',
      'mutation { createContext(input: { slug: "klingon", manifest: { languages: ["en", "tlh"] } }) { id } }',
      'bad_request',
      'manifest.languages[1]',
    ],
  ])('%s is an error with a code', async (_kind, operation, code, ...[field]) => {
    expect((await api.run(operation)).errors?.[0]?.extensions).toMatchObject({ code, ...(field && { field }) });
    expect(api.reported).toEqual([]);
  });
});

it('the models say which of them answers by default', async () => {
  const { data } = await api.run('{ models { id label available unavailableReason isDefault tiers } }');

  expect(data['models'].filter(({ isDefault }: { isDefault: boolean }) => isDefault)).toHaveLength(1);
  expect(data['models'][0]).toMatchObject({ id: 'local/extractive', available: true, unavailableReason: null });
});
