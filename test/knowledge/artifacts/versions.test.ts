import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Artifact, ArtifactType } from '../../../src/engine/ports/artifacts.ts';
import type { CurationCheckpoint } from '../../../src/knowledge/library.ts';
import { systemClock } from '../../../src/lib/clock.ts';
import { LibraryFixture, never, once, openIn, sourceId } from '../library-fixture.ts';
import { MSA, NDA } from './support/contracts.ts';

let fixture: LibraryFixture;

beforeAll(async () => {
  fixture = await LibraryFixture.create();
});
afterAll(() => fixture[Symbol.asyncDispose]());

async function artifactsOf(
  contextId: string,
  version: number,
  types?: readonly ArtifactType[],
): Promise<readonly Artifact[]> {
  await using snapshot = await fixture.open([contextId, version]);
  return snapshot.listArtifacts(types === undefined ? {} : { types }, never);
}

describe('artifacts of a version', () => {
  it('are compiled with it: outlines, terms and tables', async () => {
    const { version } = await fixture.curate('ctx_first', { 'msa.md': MSA });
    const artifacts = await artifactsOf('ctx_first', version);

    expect(artifacts.map(({ type, name }) => `${type} ${name}`)).toEqual([
      'doc Master services',
      'glossary Client',
      'table Prices',
    ]);
    const [outline, term, table] = artifacts;
    expect(outline?.text).toContain('## Prices');
    expect(term?.text).toBe('"Client" means the company that signs the order form. [msa.md]');
    expect(table).toMatchObject({
      contextSlug: 'first',
      sources: ['msa.md'],
      rowCount: 2,
      columns: [
        { name: 'edition', label: 'Edition', type: 'text' },
        { name: 'price', label: 'Price', type: 'currency', unit: '$' },
        { name: 'since', label: 'Since', type: 'date' },
      ],
    });
  });

  it('merge a term that several documents define, and take a share back with its document', async () => {
    const first = await fixture.curate('ctx_merged', { 'msa.md': MSA, 'nda.md': NDA });
    const both = await artifactsOf('ctx_merged', first.version, ['glossary']);
    expect(both.map(({ name, sources }) => [name, sources])).toEqual([
      ['Client', ['msa.md', 'nda.md']],
      ['Secret', ['nda.md']],
    ]);

    const second = await fixture.curate('ctx_merged', {}, { base: first.version, remove: ['nda.md'] });
    const one = await artifactsOf('ctx_merged', second.version, ['glossary']);
    expect(one.map(({ name, sources }) => [name, sources])).toEqual([['Client', ['msa.md']]]);
    expect(one[0]?.id).toBe(both[0]?.id);
    // Whoever holds the version before sees what it held.
    expect(await artifactsOf('ctx_merged', first.version, ['glossary'])).toEqual(both);
  });

  it('stand where their spans say', async () => {
    const { version } = await fixture.curate('ctx_spans', { 'msa.md': MSA, 'nda.md': NDA });
    await using snapshot = await fixture.open(['ctx_spans', version]);
    const artifacts = await snapshot.listArtifacts({ types: ['glossary', 'table'] }, never);
    expect(artifacts.length).toBeGreaterThan(0);
    for (const { spans = [], name } of artifacts) {
      expect(spans.length).toBeGreaterThan(0);
      for (const { sourcePath, start, end } of spans) {
        const source = await snapshot.readSource('spans', sourcePath, never);
        expect(source?.text.slice(start, end)).toMatch(
          name === 'Prices' ? /^\| Edition.*\|$/s : new RegExp(`^"${name}"`),
        );
      }
    }
  });

  it('are replaced with their source', async () => {
    const first = await fixture.curate('ctx_replaced', { 'msa.md': MSA });
    const changed = MSA.replace('$4,800', '$5,000').replace('"Client"', '"Customer"');
    const second = await fixture.curate('ctx_replaced', { 'msa.md': changed }, { base: first.version });
    const artifacts = await artifactsOf('ctx_replaced', second.version);
    expect(artifacts.map(({ name }) => name)).toEqual(['Master services', 'Customer', 'Prices']);
    expect(artifacts[2]?.text).toContain('$5,000');
  });

  it('start from the base again when a curation is abandoned', async () => {
    const first = await fixture.curate('ctx_abandoned', { 'msa.md': MSA });
    const stopping = new AbortController();
    const abandoned = fixture.curate(
      'ctx_abandoned',
      { 'msa.md': NDA, 'more.md': NDA },
      { base: first.version, signal: stopping.signal, onSource: () => stopping.abort(new Error('stopped')) },
    );
    await expect(abandoned).rejects.toThrow('stopped');
    expect((await artifactsOf('ctx_abandoned', first.version)).map(({ name }) => name)).toContain('Prices');

    const second = await fixture.curate('ctx_abandoned', { 'nda.md': NDA }, { base: first.version });
    const artifacts = await artifactsOf('ctx_abandoned', second.version, ['doc', 'glossary']);
    expect(artifacts.map(({ name, sources }) => [name, sources])).toEqual([
      ['Master services', ['msa.md']],
      ['Non-disclosure', ['nda.md']],
      ['Client', ['msa.md', 'nda.md']],
      ['Secret', ['nda.md']],
    ]);
  });

  it('outlive the process, and the versions that were replaced long ago do not', async () => {
    const first = await fixture.curate('ctx_swept', { 'msa.md': MSA });
    const second = await fixture.curate('ctx_swept', { 'nda.md': NDA }, { base: first.version });
    const later = { now: () => new Date(systemClock.now().getTime() + 2 * 60 * 60 * 1_000) };
    await using library = await openIn(fixture.directory, { clock: later });
    const again = new LibraryFixture(library, fixture.directory);
    const third = await again.curate('ctx_swept', { 'new.md': NDA }, { base: second.version });
    const listed = async (version: number) => {
      await using snapshot = await again.open(['ctx_swept', version]);
      return (await snapshot.listArtifacts({ types: ['doc'] }, never)).flatMap(({ sources }) => sources);
    };
    expect(await listed(third.version)).toEqual(['msa.md', 'nda.md', 'new.md']);
    expect(await listed(second.version)).toEqual(['msa.md', 'nda.md']);
    const tags = await readdir(join(fixture.directory, 'knowledge', 'ctx_swept_artifacts.lance', '_refs', 'tags'));
    expect(tags.length).toBe(2);
  });

  it('are none for a context that holds nothing, and go with it', async () => {
    await using empty = await fixture.open(['ctx_nothing', null]);
    expect(await empty.listArtifacts({}, never)).toEqual([]);
    await fixture.curate('ctx_dropped', { 'msa.md': MSA });
    await fixture.library.dropContext('ctx_dropped');
    const { version } = await fixture.curate('ctx_dropped', { 'nda.md': NDA });
    expect((await artifactsOf('ctx_dropped', version, ['doc'])).map(({ sources }) => sources)).toEqual([['nda.md']]);
  });

  it('keep what a draft held, when a curation goes on from it', async () => {
    const files = { 'a.md': MSA, 'b.md': NDA, 'c.md': '# More\n\n"Third" means the number after two.' };
    const upsert = await Promise.all(
      Object.entries(files).map(async ([path, text]) => {
        const { contentHash } = await fixture.library.putBlob(once(Buffer.from(text)), 10_000);
        return { sourceId: sourceId(path), path, mediaType: 'text/markdown', contentHash };
      }),
    );
    const plan = { contextId: 'ctx_draft', baseVersion: null, remove: [] };
    let draft: CurationCheckpoint | undefined;
    const first = { ...plan, upsert: upsert.slice(0, 2) };
    await fixture.library.curate(first, () => {}, never, { onCheckpoint: async (point) => void (draft = point) });
    // What came after the checkpoint is put aside: only what it names is gone on from.
    const rest = { ...plan, upsert: upsert.slice(2), draft: { version: draft?.version ?? 0, chunks: 0 } };
    const { version } = await fixture.library.curate(rest, () => {}, never);
    expect((await artifactsOf('ctx_draft', version, ['glossary'])).map(({ name, sources }) => [name, sources])).toEqual(
      [
        ['Client', ['a.md', 'b.md']],
        ['Secret', ['b.md']],
        ['Third', ['c.md']],
      ],
    );
  });
});
