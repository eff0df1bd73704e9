import { rm } from 'node:fs/promises';
import { expect, test } from 'vitest';
import type { Chunk } from '../../src/engine/ports/knowledge.ts';
import type { KnowledgeReading } from '../../src/knowledge/library.ts';
import { LibraryFixture, never, scoped } from './library-fixture.ts';

const PLAN = "# Plan\n\nWhat we do.\n\n## Cost\n\nIt costs 10 €.\n\n## Team\n\nAda's team does it.\n";

async function allChunks(reading: KnowledgeReading, first: number): Promise<readonly Chunk[]> {
  const chunks: Chunk[] = [];
  for (;;) {
    const after = chunks.at(-1);
    const page = await reading.chunks({ first, ...(after === undefined ? {} : { after }) });
    expect(page.length).toBeLessThanOrEqual(first);
    if (page.length === 0) return chunks;
    chunks.push(...page);
  }
}

test('the chunks of a version come by source, then in order, whatever the size of a page', async () => {
  await using fixture = await LibraryFixture.create();
  const files = Object.fromEntries(Array.from({ length: 120 }, (_, n) => [`notes/${n}'s.md`, `Note number ${n}.`]));
  const { version } = await fixture.curate('ctx_a', { ...files, 'plan.md': PLAN });
  using reading = await fixture.library.read(scoped('ctx_a', version));

  const whole = await reading.chunks({ first: 200 });
  expect(whole.length).toBe(123);
  const places = whole.map(({ sourcePath, ordinal }) => [sourcePath, ordinal] as const);
  expect(places).toEqual(places.toSorted((a, b) => (a[0] === b[0] ? a[1] - b[1] : a[0] < b[0] ? -1 : 1)));
  for (const first of [1, 7, 101]) expect(await allChunks(reading, first)).toEqual(whole);

  const plan = await reading.chunks({ first: 2, source: 'plan.md' });
  expect(plan.map(({ ordinal }) => ordinal)).toEqual([0, 1]);
  expect(await reading.chunks({ first: 9, source: 'none.md' })).toEqual([]);
  for (const chunk of plan) expect(await reading.chunk(chunk.id)).toEqual(chunk);
  expect(await reading.chunk("'; DROP TABLE x")).toBeUndefined();
});

test('a source is read whole, and its sections and chunks are slices of it', async () => {
  await using fixture = await LibraryFixture.create();
  const { version } = await fixture.curate('ctx_a', { 'plan.md': PLAN });
  using reading = await fixture.library.read(scoped('ctx_a', version));
  const content = await reading.source('plan.md');
  expect(content?.text).toBe(PLAN);
  const parts = content?.sections.map(({ headingPath, start, end }) => [headingPath, content.text.slice(start, end)]);
  expect(parts?.map(([path]) => path)).toEqual([['Plan'], ['Plan', 'Cost'], ['Plan', 'Team']]);
  expect(parts?.[1]?.[1]).toContain('It costs 10 €.');
  for (const { start, end, text } of await reading.chunks({ first: 9 })) expect(PLAN.slice(start, end)).toBe(text);
  expect(await reading.source('none.md')).toBeUndefined();
});

test('a context that was never curated reads as empty', async () => {
  await using fixture = await LibraryFixture.create();
  using reading = await fixture.library.read({ id: 'ctx_new', slug: 'new', kind: 'work', version: null });
  expect(await reading.chunks({ first: 5 })).toEqual([]);
  expect(await reading.chunk('chk_0')).toBeUndefined();
  expect(await reading.source('a.md')).toBeUndefined();
});

test('a library whose folder is gone does not answer a ping', async () => {
  await using fixture = await LibraryFixture.create();
  await expect(fixture.library.ping(never)).resolves.toBeUndefined();
  const reason = new Error('no longer of interest');
  await expect(fixture.library.ping(AbortSignal.abort(reason))).rejects.toBe(reason);
  await rm(fixture.directory, { recursive: true });
  await expect(fixture.library.ping(never)).rejects.toThrow('ENOENT');
});
