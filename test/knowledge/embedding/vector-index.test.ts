import { join } from 'node:path';
import { expect, it } from 'vitest';
import { connect } from '../../../src/knowledge/lance/native.ts';
import { BagEmbedder } from '../../support/bag-embedder.ts';
import { LibraryFixture, never } from '../library-fixture.ts';

it('vectors get an index once there are many, and what is added after it is found as well', async () => {
  const embedder = new BagEmbedder({ batchSize: 100, weight: 0.5 });
  await using fixture = await LibraryFixture.create({ embedder, indexVectorsFrom: 300 });
  const indexed = async (version: number) => {
    const connection = await connect(join(fixture.directory, 'knowledge'));
    const table = await connection.openTable('ctx_a');
    await table.checkout(version);
    const names = (await table.listIndices()).map(({ name }) => name);
    table.close();
    connection.close();
    return names.includes('vector_idx');
  };
  const clause = (at: number) =>
    `Clause ${at} binds party${'abcdefghij'[at % 10]}${at} to the ${'klmnopqrst'[at % 7]}${at} rules.`;
  const some = Object.fromEntries(Array.from({ length: 260 }, (_, at) => [`${at}.md`, clause(at)]));
  const first = await fixture.curate('ctx_a', some);
  expect(await indexed(first.version)).toBe(false);
  const more = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`more-${at}.md`, clause(400 + at)]));
  const second = await fixture.curate('ctx_a', more, { base: first.version });
  expect(await indexed(second.version)).toBe(true);

  const third = await fixture.curate('ctx_a', { 'late.md': 'Registered letters.' }, { base: second.version });
  await using snapshot = await fixture.open(['ctx_a', third.version]);
  const [late] = await snapshot.search({ query: 'registrar', limit: 3 }, never);
  expect(late).toMatchObject({ foundBy: ['vector'], chunk: { sourcePath: 'late.md' } });
  const [early] = await snapshot.search({ query: clause(17), limit: 3 }, never);
  expect(early).toMatchObject({ foundBy: ['keyword', 'vector'], chunk: { sourcePath: '17.md' } });
});
