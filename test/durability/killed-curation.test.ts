import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test, vi } from 'vitest';
import { type GeneratedDocument, generateDocuments } from '../../bench/curation/documents.ts';
import { HttpClient } from '../../src/cli/client/http-client.ts';
import { readFrames } from '../../src/cli/client/read-frames.ts';
import type { CurationView } from '../../src/runtime/services.ts';
import { openDatabase } from '../../src/store/database.ts';
import { createHome, PATIENCE } from '../e2e/program.ts';
import { createServerDatabase, TEST_DATABASE_URL } from '../support/database.ts';
import { type ServedProgram, serveProgram } from './support/served-program.ts';

vi.setConfig({ ...PATIENCE, testTimeout: 900_000 });

const BEFORE = [{ path: 'old.md', text: '# Old\n\nThe old fee is ten.\n' }];
const DOCUMENTS = [...generateDocuments(400, 4_000)];
/** Sources after whose end the gateway is killed: by then some were put on record, and many are to come. */
const KILLED_AFTER = 250;

async function add(url: string, context: string, sources: readonly GeneratedDocument[]): Promise<void> {
  for (let at = 0; at < sources.length; at += 50) {
    const response = await fetch(`${url}/api/contexts/${context}/sources`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ sources: sources.slice(at, at + 50) }),
    });
    if (!response.ok) throw new Error(await response.text());
  }
}

interface Told {
  readonly curation: Record<keyof CurationView | 'context_slug', unknown>;
  readonly source: { readonly path: string } | null;
}

async function* follow(url: string, context: string): AsyncGenerator<Told> {
  const headers = { accept: 'text/event-stream' };
  const response = await fetch(`${url}/api/contexts/${context}/curate`, { method: 'POST', headers });
  if (response.body === null) throw new Error('no body');
  for await (const { event, data } of readFrames(response.body)) {
    if (event.startsWith('curation')) yield JSON.parse(data);
  }
}

async function curated(url: string, context: string): Promise<readonly Told[]> {
  const told: Told[] = [];
  for await (const event of follow(url, context)) told.push(event);
  expect(told.at(-1)?.curation).toMatchObject({ status: 'completed' });
  return told;
}

/** Everything that the live index of a context holds but its ids, which differ from context to context. */
async function contentOf(url: string, context: string) {
  const content: object[] = [];
  let after = '';
  for (;;) {
    const response = await fetch(`${url}/api/contexts/${context}/knowledge?limit=100${after}`);
    const { data, has_more: hasMore } = (await response.json()) as { data: { id: string }[]; has_more: boolean };
    content.push(...data.map((chunk) => ({ ...chunk, id: '' })));
    if (!hasMore) return content;
    after = `&after=${data.at(-1)?.id}`;
  }
}

async function prepare({ url }: ServedProgram): Promise<void> {
  await using client = new HttpClient(url);
  for (const slug of ['killed', 'whole']) {
    await client.createContext({ slug });
    await add(url, slug, BEFORE);
    await curated(url, slug);
    await add(url, slug, DOCUMENTS);
  }
}

/** Curates until enough sources have ended, then kills the gateway. Returns the id of what it was at. */
async function killAmidCuration(gateway: ServedProgram): Promise<unknown> {
  let ended = 0;
  let id: unknown;
  try {
    for await (const { curation, source } of follow(gateway.url, 'killed')) {
      id = curation.id;
      if (source !== null) ended += 1;
      if (ended === KILLED_AFTER) gateway.child.kill('SIGKILL');
    }
  } catch (error) {
    // The stream breaks off with the process; anything before that is a fault.
    if (ended < KILLED_AFTER) throw error;
  }
  await gateway.finished;
  expect(gateway.child.signalCode).toBe('SIGKILL');
  return id;
}

/** What the next gateway made of it, beside a context of the same sources whose curation nobody disturbed. */
async function goOnWith(url: string) {
  const told = await curated(url, 'killed');
  const last = told.at(-1)?.curation;
  const read = new Set(told.flatMap(({ source }) => source?.path ?? []));
  const resumed = Number(last?.resumed);
  console.log(`killed after ${KILLED_AFTER} of 400 sources: ${resumed} not read again, ${read.size} read`);
  await curated(url, 'whole');
  // Who joins late is told from the beginning of this process's part, so each source that was not resumed once.
  return {
    last,
    readTwice: read.size + resumed - 400,
    resumedMost: resumed > KILLED_AFTER / 2,
    isWhole: isDeepStrictEqual(await contentOf(url, 'killed'), await contentOf(url, 'whole')),
  };
}

const goneOnWith = (id: unknown) => ({
  last: expect.objectContaining({ id, total: 400, parsed: 400, skipped: 0, failed: 0, unchanged: 1 }),
  readTwice: 0,
  resumedMost: true,
  isWhole: true,
});

describe('a curation whose gateway is killed', () => {
  test('shows nothing of itself, and is gone on with where it was by the next gateway (PGlite)', async () => {
    await using home = await createHome();
    let id: unknown;
    {
      await using gateway = await serveProgram(home.env);
      await prepare(gateway);
      id = await killAmidCuration(gateway);
    }
    {
      await using db = await openDatabase({ directory: join(home.path, 'database') });
      const [context] = await db.prisma.context.findMany({ where: { slug: 'killed' }, include: { draft: true } });
      expect(context?.draft?.baseVersion).toBe(context?.liveVersion);
      expect(
        await db.prisma.source.groupBy({ by: ['status'], where: { contextId: context?.id ?? '' }, _count: true }),
      ).toEqual(expect.arrayContaining([{ status: 'pending', _count: 400 }]));
    }
    await using gateway = await serveProgram(home.env);
    expect(await goOnWith(gateway.url)).toEqual(goneOnWith(id));
  });

  test.skipIf(TEST_DATABASE_URL === undefined)(
    'is taken over by another gateway on the same database and folders (PostgreSQL)',
    async () => {
      await using server = await createServerDatabase();
      await using home = await createHome();
      await using elsewhere = await createHome();
      const shared = { DATABASE_URL: server.url, KNOWLEDGE_URI: join(home.path, 'knowledge') };
      await using first = await serveProgram({ ...home.env, ...shared });
      await prepare(first);
      // The folder of the second gateway is its own; what it curates it must have the bytes of.
      await symlink(join(home.path, 'blobs'), join(elsewhere.path, 'blobs'));
      await using second = await serveProgram({ ...elsewhere.env, ...shared });
      const id = await killAmidCuration(first);
      expect(await goOnWith(second.url)).toEqual(goneOnWith(id));
    },
  );
});
