/**
 * How much of what people's files say is found in them: real files of every format, each curated alone on the thread
 * and within the limits that the product reads them in.
 *
 *   npm run bench:formats [-- part-of-a-name …]
 */
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLibrary } from '../src/knowledge/create-library.ts';
import type { KnowledgeLibrary } from '../src/knowledge/library.ts';
import { DOCUMENTS_DIRECTORY, type Expected, readExpectations } from './formats/expectations.ts';
import { judge, type Read, type Verdict } from './formats/judge.ts';

const never = new AbortController().signal;

if (existsSync(DOCUMENTS_DIRECTORY)) await run(process.argv.slice(2));
else console.log(`Skipped: there are no documents in ${DOCUMENTS_DIRECTORY}`);

async function run(names: readonly string[]): Promise<void> {
  const expectations = await readExpectations();
  const chosen = expectations.filter(({ path }) => names.length === 0 || names.some((name) => path.includes(name)));
  const directory = await mkdtemp(join(tmpdir(), 'formats-'));
  const results: (Verdict & { readonly ms: number })[] = [];
  try {
    await using library = await createLibrary({
      uri: join(directory, 'knowledge'),
      blobDirectory: join(directory, 'blobs'),
    });
    for (const [index, expected] of chosen.entries()) {
      const begun = performance.now();
      const read = await curate(library, `ctx_${index}`, expected);
      results.push({ ...judge(expected, read), ms: Math.round(performance.now() - begun) });
    }
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
  report(results);
}

async function curate(library: KnowledgeLibrary, id: string, { path, kind }: Expected): Promise<Read> {
  const paths = kind === 'folder' ? await filesBelow(path) : [path];
  const upsert = [];
  for (const each of paths) {
    const { contentHash } = await library.putBlob(once(await readFile(join(DOCUMENTS_DIRECTORY, each))), 2 ** 28);
    upsert.push({ sourceId: `src_${upsert.length}`, path: each, mediaType: 'application/octet-stream', contentHash });
  }
  const plan = { contextId: id, baseVersion: null, upsert, remove: [] };
  const { version, sources } = await library.curate(plan, () => {}, never);
  using reading = await library.read({ id, slug: id, kind: 'search', version });
  const chunks = kind === 'facts' ? await reading.chunks({ first: 100_000 }) : [];
  const text = kind === 'facts' ? ((await reading.source(path))?.text ?? '') : '';
  return { outcomes: sources, text, chunks };
}

async function filesBelow(folder: string): Promise<readonly string[]> {
  const entries = await readdir(join(DOCUMENTS_DIRECTORY, folder), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(DOCUMENTS_DIRECTORY.length));
}

function report(results: readonly (Verdict & { readonly ms: number })[]): void {
  const width = Math.max(...results.map(({ path }) => path.length));
  for (const { path, found, of, missing, ms } of results) {
    const score = `${found}/${of}`.padStart(7);
    console.log(`${path.padEnd(width)} ${score} ${String(ms).padStart(6)} ms  ${missing.join(' || ')}`);
  }
  const sum = (count: (verdict: Verdict) => number) => results.reduce((total, each) => total + count(each), 0);
  const score = {
    files: results.length,
    filesWhole: sum(({ missing }) => (missing.length === 0 ? 1 : 0)),
    facts: sum(({ of }) => of),
    factsFound: sum(({ found }) => found),
  };
  console.log(`\n${JSON.stringify(score)}`);
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
