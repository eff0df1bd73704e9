/**
 * What curating many files takes, and what it leaves of the gateway's event loop meanwhile: generated Markdown files are
 * added and curated, then one of them changes, then nothing does. One JSON document on standard output.
 *
 *   node --import ./bench/register.mjs bench/curation.ts [files] [bytes of each]
 *
 * With DATABASE_URL the rows are in that database instead of an embedded one.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Disposables } from '../src/lib/disposables.ts';
import { createLifecycle } from '../src/runtime/lifecycle.ts';
import { openRuntime, type Runtime } from '../src/runtime/open-runtime.ts';
import type { CurationView } from '../src/runtime/services.ts';
import { openDatabase } from '../src/store/database.ts';
import { generateDocument, generateDocuments } from './curation/documents.ts';
import { meter } from './curation/meter.ts';

const files = Number(process.argv[2] ?? 10_000);
const bytesEach = Number(process.argv[3] ?? 5_000);
const CHANGED = Math.floor(files / 2);
const SLUG = `bench-${Date.now()}`;

async function curate({ services, viewer }: Runtime): Promise<CurationView> {
  let last: CurationView | undefined;
  for await (const { curation } of services.contexts.curate(SLUG, viewer)) last = curation;
  if (last?.status !== 'completed') throw new Error(last?.error ?? 'the curation did not finish');
  return last;
}

async function add({ services, viewer }: Runtime): Promise<void> {
  await services.contexts.create({ slug: SLUG }, viewer);
  for (const { path, text } of generateDocuments(files, bytesEach)) {
    await services.contexts.addSource(SLUG, { path, content: text }, viewer);
  }
}

await using stack = new Disposables();
const directory = await mkdtemp(join(tmpdir(), 'bench-curation-'));
stack.defer(() => rm(directory, { recursive: true, force: true }));
const { DATABASE_URL: url } = process.env;
const db = stack.use(await openDatabase(url === undefined ? { directory: join(directory, 'database') } : { url }));
const lifecycle = createLifecycle();
lifecycle.on('fault', ({ during, error }) => console.error(during, error));
const config = { knowledgeUri: join(directory, 'knowledge'), blobDirectory: join(directory, 'blobs') };
const runtime = stack.use(await openRuntime({ config, db, lifecycle }));

const added = await meter(() => add(runtime));
const first = await meter(() => curate(runtime));
const text = generateDocument(CHANGED, bytesEach, 2).text;
const { path } = generateDocument(CHANGED, bytesEach);
await runtime.services.contexts.addSource(SLUG, { path, content: text }, runtime.viewer);
const second = await meter(() => curate(runtime));
const third = await meter(() => curate(runtime));
if (first.value.parsed !== files || second.value.parsed !== 1 || third.value.parsed !== 0) {
  throw new Error('the curations did not do what is measured');
}

const report = {
  files,
  megabytes: (files * bytesEach) / 1_000_000,
  chunks: first.value.chunks,
  database: db.kind,
  added: added.measured,
  first: {
    ...first.measured,
    filesPerSecond: files / first.measured.seconds,
    megabytesPerSecond: (files * bytesEach) / 1_000_000 / first.measured.seconds,
  },
  oneChanged: second.measured,
  nothingChanged: third.measured,
};
process.stdout.write(
  `${JSON.stringify(report, (_, value) => (typeof value === 'number' ? Math.round(value * 100) / 100 : value), 2)}\n`,
);
