import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LibraryFixture, never } from '../library-fixture.ts';
import { MSA, NDA } from './support/contracts.ts';

let fixture: LibraryFixture;

beforeAll(async () => {
  fixture = await LibraryFixture.create();
});
afterAll(() => fixture[Symbol.asyncDispose]());

describe('a page of artifacts', () => {
  it('goes both ways, and begins after any of them', async () => {
    const { version } = await fixture.curate('ctx_paged', { 'msa.md': MSA, 'nda.md': NDA });
    using reading = await fixture.library.read({ id: 'ctx_paged', slug: 'paged', kind: 'search', version });
    const { artifacts } = reading;
    const all = (await artifacts.page({ limit: 100 })) ?? [];
    expect(all.map(({ name }) => name)).toEqual(['Master services', 'Non-disclosure', 'Client', 'Secret', 'Prices']);
    expect(await artifacts.count()).toBe(5);
    expect(await artifacts.count(['glossary', 'table'])).toBe(3);

    const [first, second, third] = all;
    expect(await artifacts.page({ limit: 2 })).toEqual([first, second]);
    expect(await artifacts.page({ limit: 1, from: second?.id ?? '' })).toEqual([third]);
    expect(await artifacts.page({ limit: 2, from: third?.id ?? '', backward: true })).toEqual([second, first]);
    expect((await artifacts.page({ limit: 9, types: ['table'] }))?.map(({ name }) => name)).toEqual(['Prices']);
    expect(await artifacts.page({ limit: 9, from: 'art_paged_0000000000000000' })).toBeUndefined();
    expect(await artifacts.read(third?.id ?? '')).toEqual(third);
    expect(await artifacts.read('art_other_0000000000000000')).toBeUndefined();
    expect(await artifacts.read("' OR '1'='1")).toBeUndefined();
  });
});

describe('a search for artifacts', () => {
  it('finds by name and text, the best first, over the whole scope', async () => {
    const one = await fixture.curate('ctx_one', { 'msa.md': MSA });
    const two = await fixture.curate('ctx_two', { 'nda.md': NDA });
    await using snapshot = await fixture.open(['ctx_one', one.version], ['ctx_two', two.version]);
    const found = async (query: string, rest: Partial<Parameters<typeof snapshot.searchArtifacts>[0]> = {}) =>
      (await snapshot.searchArtifacts({ query, limit: 10, ...rest }, never)).map(({ artifact }) => artifact.name);
    expect((await found('What does the business edition cost?'))[0]).toBe('Prices');
    expect((await found('What is a secret?'))[0]).toBe('Secret');
    expect(await found('clients', { types: ['glossary'] })).toEqual(['Client', 'Client']);
    expect(await found('client', { contextSlug: 'two', types: ['glossary'] })).toEqual(['Client']);
    expect(await found('edition', { limit: 1 })).toHaveLength(1);
    expect(await found('xylophone')).toEqual([]);
    expect(await found('the of')).toEqual([]);
  });

  it('asks a table in SQL', async () => {
    const { version } = await fixture.curate('ctx_sql', { 'msa.md': MSA });
    await using snapshot = await fixture.open(['ctx_sql', version]);
    const [table, term] = await snapshot
      .listArtifacts({ types: ['table', 'glossary'] }, never)
      .then((all) => all.toReversed());
    const sql = 'SELECT edition, price FROM data ORDER BY price DESC';
    expect(await snapshot.queryTable?.({ artifactId: table?.id ?? '', sql, limit: 1 }, never)).toEqual({
      columns: ['edition', 'price'],
      rows: [['Business', 4800]],
      truncated: true,
    });
    expect(await snapshot.queryTable?.({ artifactId: term?.id ?? '', sql, limit: 1 }, never)).toBeUndefined();
  });
});
