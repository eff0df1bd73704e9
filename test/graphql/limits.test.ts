import { getIntrospectionQuery } from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { EXAMPLE } from '../../src/graphql/example.ts';
import { MAX_ALIASES, MAX_TOKENS } from '../../src/graphql/limits.ts';
import { seedWorkspaces, WORKSPACE } from '../store/seed.ts';
import { openEmbedded } from '../support/database.ts';
import { type Api, createApi } from './support/api.ts';

let api: Api;

beforeAll(async () => {
  const database = await openEmbedded();
  await seedWorkspaces(database);
  api = createApi({ database, viewer: { workspaceId: WORKSPACE } });
  return () => database[Symbol.asyncDispose]();
});

const nested = (levels: number): string => (levels === 0 ? 'id' : `previousQuery { ${nested(levels - 1)} }`);

const PAGES = (first: number) =>
  `{ sessions(first: ${first}) { nodes { queries(first: ${first}) { nodes { text citations { source grounding } } } } } }`;

describe('an operation', () => {
  it.each([
    ['deeper than any answer', `{ query(id: "qry_1") { ${nested(20)} } }`, 'levels deep'],
    [
      'of endless aliases',
      `{ ${Array.from({ length: MAX_ALIASES + 1 }, (_, n) => `a${n}: __typename`).join(' ')} }`,
      'aliases',
    ],
    ['of endless text', `{ ${'__typename '.repeat(MAX_TOKENS)} }`, 'tokens'],
  ])('%s is refused before it runs, with 400 and what to do', async (_kind, operation, words) => {
    const { status, data, errors } = await api.run(operation);

    expect(status).toBe(400);
    expect(data).toBeUndefined();
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'bad_request' });
    expect(errors?.[0]?.message).toContain(words);
    expect(errors?.[0]?.message).toContain('Select less');
  });

  it('that asks for too much is refused, and says how much', async () => {
    const { errors } = await api.run(PAGES(100));

    expect(errors?.[0]?.extensions).toMatchObject({ code: 'bad_request' });
    expect(errors?.[0]?.message).toMatch(/complexity is \d+ and may be \d+: ask for smaller pages/);
    expect((await api.run(PAGES(20))).errors).toBeUndefined();
  });

  it('that GraphiQL sends to learn the schema is within the limits', async () => {
    const { data, errors } = await api.run(getIntrospectionQuery({ inputValueDeprecation: true, oneOf: true }));

    expect(errors).toBeUndefined();
    expect(data['__schema'].queryType.name).toBe('Query');
  });

  it('with @defer is refused in so many words: its results would not reach every client whole', async () => {
    const { status, errors } = await api.run('{ contexts { slug ... @defer { title } } }');

    expect(status).toBe(400);
    expect(errors?.[0]?.message).toContain('Unknown directive "@defer"');
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'bad_request' });
  });

  it('that looks things up by ids may name a hundred', async () => {
    const look = (count: number) =>
      api.run('query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', { ids: Array(count).fill('qry_none') });

    expect((await look(100)).data['nodes']).toEqual(Array(100).fill(null));
    expect((await look(101)).errors?.[0]?.extensions).toMatchObject({ code: 'bad_request', field: 'ids' });
  });

  it('is refused with the code bad_request when it misspells a field or sends a wrong type', async () => {
    const misspelt = await api.run('{ contexts { slgu } }');
    const wrong = await api.run('query ($id: ID!) { node(id: $id) { id } }', { id: { no: 'id' } });
    const noNode = await api.run('{ node(id: "wsp_1") { id } }');

    expect(misspelt.errors?.[0]).toMatchObject({ extensions: { code: 'bad_request' } });
    expect(wrong.errors?.[0]).toMatchObject({ extensions: { code: 'bad_request' } });
    expect(noNode.errors?.[0]).toMatchObject({ extensions: { code: 'bad_request', field: 'id' } });
    expect(api.reported).toEqual([]);
  });
});

it('what GraphiQL opens with is valid', async () => {
  const { errors } = await api.run(EXAMPLE);

  // Two operations and no name: the only thing that is wrong with it.
  expect(errors?.map(({ message }) => message)).toEqual([expect.stringMatching(/operation/i)]);
});
