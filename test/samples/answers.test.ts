import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AskUpdate, Client } from '../../src/cli/client/client.ts';
import { LocalClient } from '../../src/cli/client/local-client.ts';
import { collectFiles } from '../../src/cli/collect-files.ts';
import { loadConfig } from '../../src/config.ts';
import { Disposables } from '../../src/lib/disposables.ts';
import { isJsonObject, type JsonObject } from '../../src/lib/json.ts';
import { createLifecycle } from '../../src/runtime/lifecycle.ts';
import { openRuntime } from '../../src/runtime/open-runtime.ts';
import { openDatabase } from '../../src/store/database.ts';
import { type Question, readQuestions, SAMPLES } from './samples.ts';

let client: Client;
let opened: Disposables;

beforeAll(async () => {
  const home = await mkdtemp(join(tmpdir(), 'knowql-samples-'));
  await using stack = new Disposables();
  stack.defer(() => rm(home, { recursive: true }));
  const db = stack.use(await openDatabase());
  const config = loadConfig({ KNOWQL_HOME: home });
  const runtime = stack.use(await openRuntime({ config, db, lifecycle: createLifecycle() }));
  client = new LocalClient(runtime, home);
  for (const entry of await readdir(SAMPLES, { withFileTypes: true })) {
    if (entry.isDirectory()) await load(entry.name);
  }
  opened = stack.move();
});

afterAll(() => opened[Symbol.asyncDispose]());

async function load(slug: string): Promise<void> {
  await client.createContext({ slug });
  const { uploads } = await collectFiles([join(SAMPLES, slug)]);
  for (const upload of uploads) await client.addSource(slug, upload);
  for await (const { source } of client.curate(slug)) expect(source?.reason ?? null).toBeNull();
}

async function ask(document: JsonObject): Promise<JsonObject> {
  let last: AskUpdate | undefined;
  for await (last of client.ask(document, new AbortController().signal));
  return last?.kind === 'finished' ? last.document : {};
}

/** Asks a question, after the one that it follows where it follows one. */
async function answer({
  question,
  follows,
  scope,
}: Pick<Question, 'question' | 'follows' | 'scope'>): Promise<{ text: string; citations: JsonObject[] }> {
  const before = follows === undefined ? undefined : await ask({ ask: follows, scope });
  const sessionId = before?.['session_id'];
  const document = await ask({ ask: question, ...(sessionId === undefined ? { scope } : { session_id: sessionId }) });
  const output = JSON.stringify(document['output']);
  const citations = document['citations'];
  return { text: output, citations: Array.isArray(citations) ? citations.filter(isJsonObject) : [] };
}

describe('the sample questions', () => {
  it.each(readQuestions())('are answered from the right place: $question', async (question) => {
    const { text, citations } = await answer(question);
    expect(text).toContain(question.expect);
    const cited = citations.filter(({ source }) => source === question.source);
    const sections = cited.map((citation) => JSON.stringify(citation['section_paths'] ?? []));
    expect(sections.some((section) => section.includes(question.section ?? ''))).toBe(true);
  });

  it('compare every target', async () => {
    const { text } = await answer({ question: 'Compare Q3 revenue across the targets.', scope: ['vantage-data-room'] });
    for (const revenue of ['$48.2 million', '$31.7 million', '$64.5 million', '$19.4 million']) {
      expect(text).toContain(revenue);
    }
  });
});
