import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LocalClient } from '../../src/cli/client/local-client.ts';
import type { OpenGateway } from '../../src/cli/command-context.ts';
import { runCli } from '../../src/cli/program.ts';
import { loadConfig } from '../../src/config.ts';
import { Disposables } from '../../src/lib/disposables.ts';
import { createLifecycle } from '../../src/runtime/lifecycle.ts';
import { openRuntime } from '../../src/runtime/open-runtime.ts';
import { openDatabase } from '../../src/store/database.ts';
import { zip } from '../knowledge/parse/build/zip.ts';
import { type Captured, captureIo } from './capture.ts';

const CONTRACTS = fileURLToPath(new URL('../../samples/contracts', import.meta.url));

let home: string;
let gateway: OpenGateway;
let opened: Disposables;

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'knowql-cli-'));
  const config = loadConfig({ KNOWQL_HOME: join(home, 'data') });
  await using stack = new Disposables();
  const db = stack.use(await openDatabase());
  gateway = stack.use(await openRuntime({ config, db, lifecycle: createLifecycle() }));
  opened = stack.move();
});

afterAll(async () => {
  await opened[Symbol.asyncDispose]();
  await rm(home, { recursive: true });
});

/** Runs a command over one gateway in this process; the command believes that it has opened it. */
async function run(
  argv: readonly string[],
  options: Parameters<typeof captureIo>[0] = {},
): Promise<Captured & { code: number }> {
  const captured = captureIo({ ...options, env: { KNOWQL_HOME: join(home, 'elsewhere'), ...options.env } });
  const { services, viewer } = gateway;
  const code = await runCli(argv, captured.io, {
    version: '0.0.0',
    openGateway: async () => ({ services, viewer, [Symbol.asyncDispose]: async () => {} }),
    serve: () => Promise.reject(new Error('not here')),
    migrate: async () => [],
  });
  return { ...captured, code };
}

describe('the commands over a gateway in this process', () => {
  it('create a context, load it, answer from it, and go on with the session', async () => {
    expect((await run(['context', 'create', 'contracts', '--title', 'Contracts'])).code).toBe(0);

    const loaded = await run(['ingest', 'contracts', CONTRACTS]);
    expect(loaded.stderr()).toMatch(/^Loading 11\/11 \S/m);
    expect(loaded.stderr()).toMatch(/^Indexing 11\/11 /m);
    expect(loaded.stdout()).toMatch(/^11 added; \d+ chunks in the index$/m);
    expect(loaded.code).toBe(0);

    const answer = await run(['ask', "What are Acme's payment terms?", '--scope', 'contracts']);
    expect(answer.stdout()).toMatch(/net 30[\s\S]*\n\nSources\n {2}1 {2}acme-msa\.md › .*§4\.2 Payment terms/);
    const [, session = ''] = /--session (ses_\w+)/.exec(answer.stdout()) ?? [];

    const followUp = await run(['ask', 'and on renewal?', '--session', session, '--json']);
    expect(JSON.parse(followUp.stdout())).toMatchObject({ status: 'completed', session_id: session });
    expect(followUp.stdout()).toContain('2% 10 net 30');
  });

  it('say of an archive that was read what of it was not', async () => {
    await run(['context', 'create', 'packed', '--title', 'Packed']);
    const picture = Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1');
    await writeFile(join(home, 'all.zip'), zip({ 'terms.md': '# Fees\n\nTen percent.', 'logo.png': picture }));
    const { stdout, code } = await run(['ingest', 'packed', join(home, 'all.zip')]);
    expect(stdout()).toMatch(/^added +all\.zip +logo\.png: This is a PNG image, which cannot be read\./m);
    expect(stdout()).toMatch(/^1 added; 1 chunks in the index$/m);
    expect(code).toBe(0);
  });

  it('read a changed file again, and no other', async () => {
    await writeFile(join(home, 'notes.md'), '# Notes\n\nThe office closes at six.\n');
    await run(['context', 'create', 'notes']);
    await run(['ingest', 'notes', join(home, 'notes.md')]);
    await writeFile(join(home, 'notes.md'), '# Notes\n\nThe office closes at seven.\n');
    const again = await run(['ingest', 'notes', join(home, 'notes.md')]);
    expect(again.stdout()).toMatch(/^changed {2,}notes\.md$/m);
    expect((await run(['ask', 'When does the office close?', '--scope', 'notes'])).stdout()).toContain('seven');
  });

  it('draw a bar on a terminal and leave the cursor visible', async () => {
    await run(['context', 'create', 'drawn']);
    const { stderr } = await run(['ingest', 'drawn', CONTRACTS], { tty: true });
    expect(stderr()).toContain('█');
    expect(stderr().lastIndexOf('\u001b[?25h')).toBeGreaterThan(stderr().lastIndexOf('\u001b[?25l'));
  });

  it('list contexts as a table and as JSON', async () => {
    const table = await run(['context', 'list']);
    expect(table.stdout()).toMatch(/^SLUG {2,}KIND {2,}SOURCES {2,}QUERYABLE {2,}CURATED {2,}TITLE\n/);
    expect(table.stdout()).toMatch(/^contracts {2,}search {2,}11 {2,}yes /m);
    const listed: { readonly slug: string }[] = JSON.parse((await run(['context', 'list', '--json'])).stdout());
    expect(listed.map(({ slug }) => slug)).toContain('contracts');
  });

  it('make a context with a manifest, and show it with what it can be asked', async () => {
    const file = join(home, 'manifest.json');
    await writeFile(file, JSON.stringify({ chunking: { size: 300, overlap: 20 }, languages: ['en'] }));
    const made = await run([
      'context',
      'create',
      'shown',
      '--manifest',
      file,
      '--chunk-size',
      '120',
      '--chunking',
      'fixed',
    ]);
    expect(made.code).toBe(0);
    await run(['ingest', 'shown', CONTRACTS]);

    const shown = await run(['context', 'show', 'shown']);
    expect(shown.stdout()).toMatch(/^sources {2,}11$/m);
    expect(shown.stdout()).toMatch(/It can be asked, for example:\n {2}.+\?\n/);
    expect(JSON.parse((await run(['context', 'show', 'shown', '--json'])).stdout())).toMatchObject({
      effectiveManifest: { chunking: { strategy: 'fixed', size: 120, overlap: 20 }, languages: ['en'] },
      sampleQueries: expect.arrayContaining([expect.stringMatching(/\?$/)]),
    });
  });

  it.each([
    [['--chunk-size', '7'], 'manifest.chunking.size must be a whole number of words from 40 to 1000'],
    [['--chunk-size', 'many'], '--chunk-size: must be a whole number of words'],
    [['--chunking', 'pages'], 'manifest.chunking.strategy must be one of headings, sentences, fixed'],
    [['--manifest', '/nowhere.json'], '--manifest: cannot read /nowhere.json'],
  ])('refuse a manifest with %j', async (options, message) => {
    const { code, stderr } = await run(['context', 'create', 'refused', ...options]);
    expect([code, stderr()]).toEqual([1, expect.stringContaining(message)]);
    expect((await run(['context', 'list', '--json'])).stdout()).not.toContain('refused');
  });

  it('list only what needs a look of very many files', async () => {
    const folder = join(home, 'many');
    await mkdir(folder);
    for (let index = 0; index < 201; index += 1) await writeFile(join(folder, `${index}.md`), `Number ${index}.\n`);
    await writeFile(join(folder, 'empty.md'), '');
    await run(['context', 'create', 'many']);
    const { stdout } = await run(['ingest', 'many', folder]);
    expect(stdout()).toMatch(
      /^RESULT +FILE +WHY\nskipped +empty\.md +.+\n\n201 added, 1 skipped; 201 chunks in the index\n$/,
    );
  });

  it('say what is wrong in a sentence, and exit with 1', async () => {
    const unknown = await run(['ask', 'Anything?', '--scope', 'nowhere']);
    expect(unknown.code).toBe(1);
    expect(unknown.stderr()).toContain('nowhere');
    expect(unknown.stderr()).not.toContain('    at ');

    const absent = await run(['ingest', 'nowhere', CONTRACTS]);
    expect(absent.code).toBe(1);
    expect(absent.stderr()).toMatch(/error: .*nowhere/);
  });

  it('end a turn that is cancelled with its terminal document', async () => {
    const client = new LocalClient(gateway, home);
    const stop = new AbortController();
    let status: unknown;
    for await (const update of client.ask({ ask: 'Compare everything.', scope: ['contracts'] }, stop.signal)) {
      if (update.kind === 'accepted') await client.cancel(update.queryId);
      if (update.kind === 'finished') status = update.document['status'];
    }
    // Either may win; the turn has ended once and the stream with it.
    expect(['cancelled', 'completed']).toContain(status);
  });
});
