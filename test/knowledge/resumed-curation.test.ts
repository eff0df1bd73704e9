import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { connect } from '../../src/knowledge/lance/native.ts';
import type { CurationCheckpoint, CurationPlan } from '../../src/knowledge/library.ts';
import { LibraryFixture, never, once, pathsFound, sourceId } from './library-fixture.ts';

const BASE = { 'a.md': 'The fee of a is ten.', 'b.md': 'The fee of b is ten.' };

/** Enough text for several writes. */
const large = (name: string) =>
  Array.from({ length: 60 }, (_, at) => `# ${name} ${at}\n\nSection ${at} is about the ${name} fee.\n`).join('\n');

async function planOf(fixture: LibraryFixture, names: readonly string[], baseVersion: number): Promise<CurationPlan> {
  const upsert = [];
  for (const name of names) {
    const path = `${name}.md`;
    const { contentHash } = await fixture.library.putBlob(once(Buffer.from(large(name))), 1_000_000);
    upsert.push({ sourceId: sourceId(path), path, mediaType: '', contentHash });
  }
  return { contextId: 'ctx_a', baseVersion, upsert, remove: [sourceId('a.md')] };
}

const NAMES = ['birch', 'cedar', 'maple', 'oak', 'pine', 'rowan', 'willow', 'yew'];

/** Curates until the first checkpoint, and is stopped there. */
async function interrupted(fixture: LibraryFixture, plan: CurationPlan): Promise<CurationCheckpoint> {
  let checkpoint: CurationCheckpoint | undefined;
  const stopped = new Error('stopped');
  const run = fixture.library.curate(plan, () => {}, never, {
    onCheckpoint: async (reached) => {
      checkpoint = reached;
      throw stopped;
    },
  });
  await expect(run).rejects.toBe(stopped);
  if (checkpoint === undefined) throw new Error('no checkpoint was reached');
  return checkpoint;
}

describe('a curation that goes on from a checkpoint', () => {
  it('ends with the same index as one that was never stopped, and reads less', async () => {
    await using fixture = await LibraryFixture.create();
    await using whole = await LibraryFixture.create();
    const bases = [(await fixture.curate('ctx_a', BASE)).version, (await whole.curate('ctx_a', BASE)).version] as const;
    const plan = await planOf(fixture, NAMES, bases[0]);
    const { version, sources } = await interrupted(fixture, plan);
    const done = new Set(sources.map((source) => source.sourceId));
    expect(done.size).toBeGreaterThan(0);
    expect(done.size).toBeLessThan(NAMES.length);
    expect(await fixture.library.holds('ctx_a', version)).toBe(true);
    const chunks = sources.reduce((sum, { chunkCount }) => sum + chunkCount, 0);
    const left = plan.upsert.filter((source) => !done.has(source.sourceId));
    const plans = [{ ...plan, upsert: left, draft: { version, chunks } }, await planOf(whole, NAMES, bases[1])];

    const contents = [];
    for (const [at, each] of [fixture, whole].entries()) {
      const read: string[] = [];
      const outcome = await each.library.curate(plans[at] ?? plan, ({ path }) => read.push(path), never);
      expect(read).toEqual(plans[at]?.upsert.map(({ path }) => path));
      using reading = await each.library.read({ id: 'ctx_a', slug: 'a', kind: 'search', version: outcome.version });
      contents.push(await reading.chunks({ first: 10_000 }));
      await using after = await each.open(['ctx_a', outcome.version]);
      expect(await pathsFound(after, 'birch fee', 1)).toEqual(['birch.md']);
      expect(await pathsFound(after, 'yew fee', 1)).toEqual(['yew.md']);
      await using before = await each.open(['ctx_a', bases[at] ?? null]);
      expect((await pathsFound(before, 'fee')).toSorted()).toEqual(['a.md', 'b.md']);
    }
    expect(contents[0]).toEqual(contents[1]);
    expect(contents[0]?.length).toBe(1 + NAMES.length * 60);
  });

  it('puts aside what was written after the checkpoint, and reads again what changed since', async () => {
    await using fixture = await LibraryFixture.create();
    const { version: base } = await fixture.curate('ctx_a', BASE);
    const plan = await planOf(fixture, NAMES, base);
    const { version, sources } = await interrupted(fixture, plan);
    const [changed, ...kept] = sources;
    const done = new Set(kept.map((source) => source.sourceId));
    const chunks = kept.reduce((sum, { chunkCount }) => sum + chunkCount, 0);
    const left = plan.upsert.filter((source) => !done.has(source.sourceId));
    expect(left.map((source) => source.sourceId)).toContain(changed?.sourceId);
    const outcome = await fixture.library.curate(
      { ...plan, upsert: left, draft: { version, chunks } },
      () => {},
      never,
    );
    expect(outcome.chunks).toBe(1 + NAMES.length * 60);
  });

  it('does not find a version that is not there', async () => {
    await using fixture = await LibraryFixture.create();
    expect(await fixture.library.holds('ctx_a', 1)).toBe(false);
    const { version } = await fixture.curate('ctx_a', BASE);
    expect(await fixture.library.holds('ctx_a', version)).toBe(true);
    expect(await fixture.library.holds('ctx_a', version + 1)).toBe(false);
  });
});

it('a curation into which another process writes fails, and its base stays', async () => {
  await using fixture = await LibraryFixture.create();
  const { version: base } = await fixture.curate('ctx_a', BASE);
  const plan = await planOf(fixture, NAMES, base);
  const connection = await connect(join(fixture.directory, 'knowledge'));
  const meddle = async () => {
    const table = await connection.openTable('ctx_a');
    await table.delete(`source_path = 'b.md'`);
    table.close();
  };
  let checkpoints = 0;
  const run = fixture.library.curate(plan, () => {}, never, {
    onCheckpoint: async () => {
      checkpoints += 1;
      if (checkpoints === 1) await meddle();
    },
  });
  await expect(run).rejects.toThrow(/rows where/);
  connection.close();
  expect(checkpoints).toBe(1);
  await using before = await fixture.open(['ctx_a', base]);
  expect((await pathsFound(before, 'fee')).toSorted()).toEqual(['a.md', 'b.md']);
});
