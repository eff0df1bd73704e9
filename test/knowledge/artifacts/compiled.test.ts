import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Compiler } from '../../../src/engine/ports/compiler.ts';
import { createLibrary } from '../../../src/knowledge/create-library.ts';
import type { CurationOutcome } from '../../../src/knowledge/library.ts';
import { DEFAULT_MANIFEST, type Manifest } from '../../../src/knowledge/manifest.ts';
import { createCompiler } from '../../../src/models/compiling/create-compiler.ts';
import { openModel } from '../../models/google/support/open-model.ts';
import type { Reply } from '../../support/gemini/fake-gemini.ts';
import { refuses } from '../../support/gemini/refusals.ts';
import { inTurn, says, saysJson } from '../../support/gemini/replies.ts';
import { LibraryFixture, never, once, sourceId } from '../library-fixture.ts';

type ModelArtifacts = Manifest['artifacts']['byModel'];

const SAID = {
  summary: 'Acme pays in 30 days.',
  entities: [
    { name: 'Acme', text: 'The customer.' },
    { name: '', text: 'Nobody.' },
  ],
};
const FILES = { 'msa.md': '# MSA\n\nAcme pays in 30 days.', 'nda.md': '# NDA\n\nAcme keeps secrets.' };

let opened: Awaited<ReturnType<typeof openModel>>;
let fixture: LibraryFixture;

async function openFixture(compiler?: Compiler): Promise<LibraryFixture> {
  const directory = await mkdtemp(join(tmpdir(), 'compiled-'));
  const where = { uri: join(directory, 'knowledge'), blobDirectory: join(directory, 'blobs') };
  return new LibraryFixture(await createLibrary({ ...where, ...(compiler && { compiler }) }), directory);
}

beforeEach(async () => {
  opened = await openModel();
  opened.service.generation = saysJson(SAID);
  fixture = await openFixture(createCompiler(opened.model));
});
afterEach(async () => {
  await fixture[Symbol.asyncDispose]();
  await opened[Symbol.asyncDispose]();
});

async function curate(
  files: Readonly<Record<string, string>>,
  {
    base = null,
    byModel = ['summary', 'entity'],
    signal = never,
  }: { base?: number | null; byModel?: ModelArtifacts; signal?: AbortSignal } = {},
): Promise<CurationOutcome> {
  const upsert = await Promise.all(
    Object.entries(files).map(async ([path, text]) => {
      const { contentHash } = await fixture.library.putBlob(once(Buffer.from(text)), 100_000);
      return { sourceId: sourceId(path), path, mediaType: 'text/markdown', contentHash };
    }),
  );
  const manifest = { ...DEFAULT_MANIFEST, artifacts: { byRule: false, byModel } };
  return fixture.library.curate(
    { contextId: 'ctx_a', baseVersion: base, upsert, remove: [], manifest },
    () => {},
    signal,
  );
}

async function artifactsOf(version: number) {
  await using snapshot = await fixture.open(['ctx_a', version]);
  const artifacts = await snapshot.listArtifacts({}, never);
  return artifacts.map(({ type, name, sources, text, spans }) => ({ type, name, sources, text, spans }));
}

const asked = () => opened.service.calls.length;

describe('what a model compiles', () => {
  it('stands beside the sources, merged where several speak of the same', async () => {
    const { version, sources, compiling } = await curate(FILES);
    expect(sources.map(({ reason }) => reason)).toEqual([null, null]);
    expect(compiling).toMatchObject({ compiled: 2, reused: 0, failed: 0, inputTokens: expect.any(Number) });
    expect(compiling?.outputTokens).toBeGreaterThan(0);
    expect(await artifactsOf(version)).toEqual([
      { type: 'summary', name: 'MSA', sources: ['msa.md'], text: 'Acme pays in 30 days.', spans: undefined },
      { type: 'summary', name: 'NDA', sources: ['nda.md'], text: 'Acme pays in 30 days.', spans: undefined },
      {
        type: 'entity',
        name: 'Acme',
        sources: ['msa.md', 'nda.md'],
        text: 'The customer. [msa.md, nda.md]',
        spans: undefined,
      },
    ]);
    const call = JSON.stringify(opened.service.calls[0]?.body);
    expect(call).toMatch(/"responseJsonSchema":\{.*"summary":.*"entities":/);
    expect(call).not.toContain('"topics"');
    expect(call).toContain('Acme pays in 30 days.');
  });

  it('is nothing unless the manifest wants it', async () => {
    const { version } = await curate(FILES, { byModel: [] });
    expect([await artifactsOf(version), asked()]).toEqual([[], 0]);
  });

  it('is asked for once, whatever happens to the curation, until the source says something else', async () => {
    const stopping = new AbortController();
    const base = opened.service.generation;
    opened.service.generation = async (exchange) => {
      if (exchange.call.number === 2) stopping.abort(new Error('stopped'));
      await base(exchange);
    };
    await expect(curate(FILES, { signal: stopping.signal })).rejects.toThrow('stopped');
    const paid = asked();
    expect(paid).toBeGreaterThan(0);
    opened.service.generation = base;
    const first = await curate(FILES);
    expect(asked()).toBeLessThan(paid + 3);

    const before = asked();
    const second = await curate(FILES, { base: first.version });
    expect([asked(), (await artifactsOf(second.version)).length]).toEqual([before, 3]);
    await curate({ 'msa.md': '# MSA\n\nAcme pays in 45 days.' }, { base: second.version });
    expect(asked()).toBe(before + 1);
  });

  it.each<[string, Reply, RegExp]>([
    ['refuses', refuses.unknownModel, /gemini/],
    ['says something else than it was asked', saysJson({ poem: 'Roses are red.' }), /nothing of use/],
  ])('is left out where the model %s, which costs the source nothing else', async (_, reply, why) => {
    opened.service.generation = reply;
    const { version, sources, chunks } = await curate(FILES);
    expect(chunks).toBe(2);
    for (const { status, reason } of sources) {
      expect(status).toBe('parsed');
      expect(reason).toMatch(/^It has no entity, summary: /);
      expect(reason).toMatch(why);
    }
    expect(await artifactsOf(version)).toEqual([]);
  });

  it('counts what it cost where it is of no use, too', async () => {
    const usage = { promptTokenCount: 100, candidatesTokenCount: 5 };
    opened.service.generation = inTurn(says('{', { usage }), saysJson({}, { usage }));
    const { compiling } = await curate(FILES);
    expect(compiling).toMatchObject({ compiled: 0, failed: 2, inputTokens: 200, outputTokens: 10 });
  });

  it('is not asked for again and again of a model that fails', async () => {
    opened.service.generation = saysJson({});
    const files = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`${at}.md`, `# Note ${at}\n\nWords.`]));
    const { sources } = await curate(files);
    expect(asked()).toBeLessThan(10);
    expect(sources.at(-1)?.reason).toContain('failed 3 times in a row');
  });

  it('is said to be missing where no model is set up', async () => {
    await fixture[Symbol.asyncDispose]();
    fixture = await openFixture();
    const { sources } = await curate(FILES);
    expect(sources[0]).toMatchObject({ status: 'parsed', reason: expect.stringContaining('no model is set up') });
  });

  it('goes with its context', async () => {
    await curate(FILES);
    await fixture.library.dropContext('ctx_a');
    expect(
      await rm(join(fixture.directory, 'knowledge', 'ctx_a_compiled.lance'), { recursive: true }).catch(() => 'gone'),
    ).toBe('gone');
  });
});
