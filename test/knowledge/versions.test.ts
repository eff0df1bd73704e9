import { describe, expect, it } from 'vitest';
import { LibraryFixture, never, openIn, pathsFound, scoped } from './library-fixture.ts';

const FILES = { 'fees.md': '# Fees\n\nThe fee is ten percent.', 'term.md': '# Term\n\nThe term is two years.' };

describe('a snapshot', () => {
  it('sees its version and nothing of the curations after it', async () => {
    await using fixture = await LibraryFixture.create();
    const first = await fixture.curate('ctx_a', FILES);
    await using before = await fixture.open(['ctx_a', first.version]);
    const second = await fixture.curate(
      'ctx_a',
      { 'fees.md': '# Fees\n\nThe fee is twelve percent.', 'new.md': 'A new fee.' },
      { base: first.version, remove: ['term.md'] },
    );
    await using after = await fixture.open(['ctx_a', second.version]);

    expect(await pathsFound(before, 'fee term')).toEqual(['fees.md', 'term.md']);
    expect((await pathsFound(after, 'fee term')).toSorted()).toEqual(['fees.md', 'new.md']);
    expect((await before.readSource('a', 'fees.md', never))?.text).toContain('ten');
    expect((await after.readSource('a', 'fees.md', never))?.text).toContain('twelve');
    expect(await after.readSource('a', 'term.md', never)).toBeUndefined();
    expect(second.version).toBeGreaterThan(first.version);
    expect(second.chunks).toBe(2);
  });

  it('can be opened while a curation is under way, and is the base version', async () => {
    await using fixture = await LibraryFixture.create();
    const { version } = await fixture.curate('ctx_a', FILES);
    const seen: Promise<readonly string[]>[] = [];
    await fixture.curate(
      'ctx_a',
      { 'fees.md': 'Gone.', 'b.md': 'Fee b.' },
      {
        base: version,
        remove: ['term.md'],
        onSource: () =>
          seen.push(fixture.open(['ctx_a', version]).then((snapshot) => pathsFound(snapshot, 'fee term'))),
      },
    );
    expect(await Promise.all(seen)).toEqual([
      ['fees.md', 'term.md'],
      ['fees.md', 'term.md'],
    ]);
  });

  it('survives the eviction of its reader from the cache', async () => {
    await using fixture = await LibraryFixture.create({ openVersions: 1 });
    const first = await fixture.curate('ctx_a', FILES);
    const second = await fixture.curate('ctx_b', FILES);
    await using a = await fixture.open(['ctx_a', first.version]);
    await using b = await fixture.open(['ctx_b', second.version]);
    expect(await pathsFound(a, 'fee')).toEqual(['fees.md']);
    expect(await pathsFound(b, 'fee')).toEqual(['fees.md']);
  });
});

describe('a curation', () => {
  it('that is aborted rejects with the reason, and the next one builds on the base', async () => {
    await using fixture = await LibraryFixture.create();
    const { version } = await fixture.curate('ctx_a', FILES);
    const controller = new AbortController();
    const reason = new Error('stopped');
    const aborted = fixture.curate(
      'ctx_a',
      { 'fees.md': 'Half.', 'other.md': 'Half fee.' },
      { base: version, remove: ['term.md'], signal: controller.signal, onSource: () => controller.abort(reason) },
    );
    await expect(aborted).rejects.toBe(reason);
    await using base = await fixture.open(['ctx_a', version]);
    expect(await pathsFound(base, 'fee term')).toEqual(['fees.md', 'term.md']);

    const next = await fixture.curate('ctx_a', { 'third.md': 'A third fee.' }, { base: version });
    await using after = await fixture.open(['ctx_a', next.version]);
    expect((await pathsFound(after, 'fee term')).toSorted()).toEqual(['fees.md', 'term.md', 'third.md']);
  });

  it('starts over when the first one of a context never ended', async () => {
    await using fixture = await LibraryFixture.create();
    const controller = new AbortController();
    const first = fixture.curate('ctx_a', FILES, { signal: controller.signal, onSource: () => controller.abort() });
    await expect(first).rejects.toThrow('aborted');
    const { version, chunks } = await fixture.curate('ctx_a', { 'only.md': 'One fee.' });
    await using snapshot = await fixture.open(['ctx_a', version]);
    expect(chunks).toBe(1);
    expect(await pathsFound(snapshot, 'fee term')).toEqual(['only.md']);
  });

  it('reads only what it is given', async () => {
    await using fixture = await LibraryFixture.create();
    const many = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`${index}.md`, `Fee number ${index}.`]));
    const first = await fixture.curate('ctx_a', many);
    const second = await fixture.curate('ctx_a', { '7.md': 'Changed charge.' }, { base: first.version });
    expect(second.sources.map(({ path }) => path)).toEqual(['7.md']);
    expect(second.chunks).toBe(300);
    await using snapshot = await fixture.open(['ctx_a', second.version]);
    expect(await pathsFound(snapshot, 'charge')).toEqual(['7.md']);
    expect(await snapshot.documentFrequency(snapshot.terms('fee'), never)).toEqual({
      chunks: 300,
      counts: new Map([['fee', 299]]),
    });
  });

  it('leaves a source out of the index whose new content cannot be read', async () => {
    await using fixture = await LibraryFixture.create();
    const first = await fixture.curate('ctx_a', FILES);
    const second = await fixture.curate('ctx_a', { 'fees.md': '' }, { base: first.version });
    await using snapshot = await fixture.open(['ctx_a', second.version]);
    expect(await pathsFound(snapshot, 'fee term')).toEqual(['term.md']);
  });

  it('with nothing to do gives the base version back', async () => {
    await using fixture = await LibraryFixture.create();
    const first = await fixture.curate('ctx_a', FILES);
    expect(await fixture.curate('ctx_a', {}, { base: first.version })).toEqual({ ...first, sources: [] });
  });

  it('is found by a library that is opened later', async () => {
    await using fixture = await LibraryFixture.create();
    const { version } = await fixture.curate('ctx_a', FILES);
    await using other = await openIn(fixture.directory);
    await using snapshot = await other.open([scoped('ctx_a', version)]);
    expect(await pathsFound(snapshot, 'fee')).toEqual(['fees.md']);
  });

  it('sweeps versions that no turn can be reading, and never the one that is live', async () => {
    const clock = { now: () => new Date() };
    await using fixture = await LibraryFixture.create({ clock });
    const first = await fixture.curate('ctx_a', FILES);
    // The sweep leaves a second of room before the version that it keeps.
    for (const start = Date.now(); Date.now() < start + 1_100; ) await fixture.curate('ctx_other', FILES);
    const second = await fixture.curate('ctx_a', { 'b.md': 'Fee b.' }, { base: first.version });
    const later = new Date(Date.now() + 3 * 60 * 60 * 1_000);
    clock.now = () => later;
    const third = await fixture.curate('ctx_a', { 'c.md': 'Fee c.' }, { base: second.version });

    await using live = await fixture.open(['ctx_a', second.version]);
    await using next = await fixture.open(['ctx_a', third.version]);
    expect(await pathsFound(live, 'fee')).toHaveLength(2);
    expect(await pathsFound(next, 'fee')).toHaveLength(3);
    await using other = await openIn(fixture.directory);
    await expect(other.open([scoped('ctx_a', first.version)])).rejects.toMatchObject({ code: 'context_not_queryable' });
  });
});

describe('a context', () => {
  it('that was dropped is not queryable any more, and may be dropped again', async () => {
    await using fixture = await LibraryFixture.create();
    const { version } = await fixture.curate('ctx_a', FILES);
    await fixture.library.dropContext('ctx_a');
    await fixture.library.dropContext('ctx_a');
    await expect(fixture.open(['ctx_a', version])).rejects.toMatchObject({
      code: 'context_not_queryable',
      field: 'scope',
    });
  });

  it('without a version is empty', async () => {
    await using fixture = await LibraryFixture.create();
    await using snapshot = await fixture.open(['ctx_a', null]);
    expect(await pathsFound(snapshot, 'fee')).toEqual([]);
    expect(snapshot.terms('the fees')).toEqual(['fee']);
  });
});
