import { expect, it } from 'vitest';
import { findSampleQueries } from '../../../src/knowledge/sample-queries/find-sample-queries.ts';
import { LibraryFixture, never, scoped } from '../library-fixture.ts';

const CONTEXT = 'ctx_a';
const document = (name: string, fee: number) =>
  `# ${name} agreement\n\nThe ${name} fee is ${fee} euros. The ${name} notice period is ${fee} days.\n\n## Delivery of ${name}\n\nWe deliver.\n`;

it('are answered by the source that each was taken from, from every source, and the same each time', async () => {
  await using fixture = await LibraryFixture.create();
  const names = ['birch', 'cedar', 'maple', 'willow'];
  const files = Object.fromEntries(names.map((name, index) => [`${name}.md`, document(name, 10 + index)]));
  const { version } = await fixture.curate(CONTEXT, files);
  const sources = names.map((name) => ({ path: `${name}.md`, title: `${name} agreement` }));
  const find = () => findSampleQueries(fixture.library, scoped(CONTEXT, version), sources, never);

  const queries = await find();
  expect(queries).toHaveLength(6);
  expect(await find()).toEqual(queries);
  await using knowledge = await fixture.open([CONTEXT, version]);
  for (const query of queries) {
    const name = names.find((each) => query.includes(each));
    const hits = await knowledge.search({ query, limit: 3 }, never);
    expect(hits.map(({ chunk }) => chunk.sourcePath)).toContain(`${name}.md`);
  }
  expect(new Set(queries.map((query) => names.find((name) => query.includes(name)))).size).toBe(4);
});

it('leave out what the index does not find by itself', async () => {
  await using fixture = await LibraryFixture.create();
  // Documents that say more of a late fee than the one that the question is taken from, each in words of its own.
  const better = Object.fromEntries(
    ['birch', 'cedar', 'maple', 'willow', 'alder'].map((name) => [
      `${name}.md`,
      `# Late fee\n\nLate fee for ${name}, ${name}s and ${name} wood: see the late fee.\n`,
    ]),
  );
  const filler = Array.from({ length: 150 }, (_, index) => `word${index}`).join(' ');
  const { version } = await fixture.curate(CONTEXT, {
    ...better,
    'z.md': `The late fee is 2 percent. Not ${filler}\n`,
  });
  const only = [{ path: 'z.md', title: 'z.md' }];
  expect(await findSampleQueries(fixture.library, scoped(CONTEXT, version), only, never)).toEqual([]);
});

it('are none of an empty context', async () => {
  await using fixture = await LibraryFixture.create();
  expect(await findSampleQueries(fixture.library, scoped(CONTEXT, null), [], never)).toEqual([]);
});
