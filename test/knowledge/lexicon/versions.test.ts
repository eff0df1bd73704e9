import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type LexiconRow, tryReadLexicon } from '../../../src/knowledge/lance/lexicon-table.ts';
import { connect } from '../../../src/knowledge/lance/native.ts';
import { LibraryFixture, never } from '../library-fixture.ts';

const text = (at: number) => `Clause ${at % 13} obliges party${at % 17} to pay fee${at % 19} for service${at % 23}.`;
const files = (from: number, to: number) =>
  Object.fromEntries(Array.from({ length: to - from }, (_, at) => [`${from + at}.md`, text(from + at)]));

async function lexiconOf(fixture: LibraryFixture, version: number): Promise<LexiconRow> {
  const connection = await connect(join(fixture.directory, 'knowledge'));
  try {
    const lexicon = await tryReadLexicon(connection, 'ctx_a', version);
    if (lexicon === undefined) throw new Error(`version ${version} has no lexicon`);
    return lexicon;
  } finally {
    connection.close();
  }
}

it('a latent space is kept while little changes, and fitted again when a quarter has', async () => {
  await using fixture = await LibraryFixture.create();
  const first = await fixture.curate('ctx_a', files(0, 100));
  const second = await fixture.curate('ctx_a', { '7.md': 'A turbine of its own.' }, { base: first.version });
  const third = await fixture.curate('ctx_a', files(100, 130), { base: second.version });

  const [fitted, kept, again] = [
    await lexiconOf(fixture, first.version),
    await lexiconOf(fixture, second.version),
    await lexiconOf(fixture, third.version),
  ];
  expect(fitted).toMatchObject({ fitted: 100, changed: 0 });
  expect(kept).toMatchObject({ fitted: 100, changed: 2 });
  expect(kept.space).toEqual(fitted.space);
  expect(again).toMatchObject({ fitted: 130, changed: 0 });
  expect(again.space).not.toEqual(fitted.space);
});

it('terms are counted for each version, whatever an attempt that failed has counted', async () => {
  await using fixture = await LibraryFixture.create();
  const first = await fixture.curate('ctx_a', files(0, 20));
  const unpublished = await fixture.curate('ctx_a', { 'x.md': 'A turbine.' }, { base: first.version });
  const second = await fixture.curate('ctx_a', { 'y.md': 'Two turbines.' }, { base: first.version });
  for (const [version, turbines] of [
    [first.version, 0],
    [second.version, 1],
  ] as const) {
    await using snapshot = await fixture.open(['ctx_a', version]);
    const { counts } = await snapshot.documentFrequency(snapshot.terms('turbine party3'), never);
    expect([...counts.values()]).toEqual([turbines, 1]);
  }
  await expect(lexiconOf(fixture, unpublished.version)).rejects.toThrow('has no lexicon');
});

it('a context without lexicon, as earlier versions left it, is counted and searched all the same', async () => {
  await using fixture = await LibraryFixture.create();
  const { version } = await fixture.curate('ctx_a', files(0, 80));
  const connection = await connect(join(fixture.directory, 'knowledge'));
  await connection.dropTable('ctx_a_lexicon');
  connection.close();
  await using snapshot = await fixture.open(['ctx_a', version]);
  const { counts } = await snapshot.documentFrequency(snapshot.terms('party3'), never);
  expect([...counts.values()]).toEqual([5]);
  expect(await snapshot.search({ query: 'party3', limit: 9 }, never)).toHaveLength(5);
});
