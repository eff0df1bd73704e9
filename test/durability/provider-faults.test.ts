import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Disposables } from '../../src/lib/disposables.ts';
import { type CatalogModel, createCatalog } from '../../src/models/catalog.ts';
import { createGoogleConnection, type GoogleLimits } from '../../src/models/google/connection.ts';
import { createGoogleModel } from '../../src/models/google/google-model.ts';
import { FAILURES } from '../models/google/support/failures.ts';
import { API_KEY, limitsFor, PATIENT } from '../models/google/support/open-model.ts';
import { openTestGateway, type TestGateway } from '../support/gateway.ts';
import { answersFromPassages } from '../support/gemini/answers-from-passages.ts';
import { FakeGemini } from '../support/gemini/fake-gemini.ts';
import { FAULTS, type FaultName } from '../support/gemini/faults.ts';
import { refuses } from '../support/gemini/refusals.ts';
import { readEvents, type SseFrame } from '../support/sse-reader.ts';
import { askInBackground, type TurnDocument } from './support/api.ts';

const ASK = { ask: 'What are the payment terms of Acme?', scope: ['docs'] };

const opened = new Disposables();
let service: FakeGemini;
let gateway: TestGateway;

const FAULT_NAMES = Object.keys(FAULTS) as FaultName[];

/** Two models that leave all limits to the turn, and for each fault one that gives it up by itself. */
function createModels(): [CatalogModel, ...CatalogModel[]] {
  const create = (name: string, limits: Partial<GoogleLimits>) =>
    createGoogleModel({
      connection: createGoogleConnection({ apiKey: API_KEY, baseUrl: service.url, limits }),
      id: `google/${name}`,
      label: name,
      name,
      thinking: 'level',
    });
  const faulty = FAULT_NAMES.map((fault) => create(`gemini-${fault}`, limitsFor(fault)));
  return [create('gemini-first', PATIENT), create('gemini-second', PATIENT), ...faulty];
}

beforeAll(async () => {
  service = opened.use(await FakeGemini.start({ apiKey: API_KEY }));
  gateway = opened.use(await openTestGateway({ models: createCatalog(createModels()) }));
  await gateway.addContext('docs', {
    'contract.md': '# Acme\n\nThe payment terms of Acme are net 30 days. Late payments bear interest of 1.5 %.',
  });
});

afterAll(() => opened[Symbol.asyncDispose]());

interface Ended {
  /** As the caller got it: a document, or an error with the id of its turn. */
  readonly answer: string;
  readonly document: TurnDocument;
  readonly frames: readonly SseFrame[];
}

type Ask = (document: object) => Promise<{ readonly id: string; readonly answer: string }>;

const send = (document: object) =>
  fetch(`${gateway.url}/api/query`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(document),
  });

/** The ways of asking, each back when its turn is over. */
const WAYS: Readonly<Record<'sync' | 'stream' | 'background', Ask>> = {
  async sync(document) {
    const answer = await (await send(document)).text();
    const { id, error } = JSON.parse(answer) as { id?: string; error?: { query_id?: string } };
    return { id: id ?? error?.query_id ?? '', answer };
  },
  async stream(document) {
    const frames: SseFrame[] = [];
    for await (const frame of readEvents(await send({ ...document, stream: true }))) frames.push(frame);
    const { query_id: id } = JSON.parse(frames[0]?.data ?? '{}') as { query_id: string };
    return { id, answer: JSON.stringify(frames) };
  },
  async background(document) {
    const { id } = await askInBackground(gateway.url, document);
    const frames = await framesOf(id);
    return { id, answer: JSON.stringify(frames) };
  },
};

async function framesOf(id: string): Promise<readonly (SseFrame & { readonly event: string })[]> {
  const frames = [];
  for await (const frame of readEvents(await fetch(`${gateway.url}/api/queries/${id}/events`))) frames.push(frame);
  return frames;
}

async function ask(way: Ask, document: object): Promise<Ended> {
  const { id, answer } = await way(document);
  const frames = await framesOf(id);
  const read = await fetch(`${gateway.url}/api/queries/${id}`);
  return { answer, frames, document: (await read.json()) as TurnDocument };
}

/** The same ask in each way, at once. */
const askInAllWays = (document: object): Promise<readonly Ended[]> =>
  Promise.all(Object.values(WAYS).map((way) => ask(way, document)));

const TERMINAL = ['response.completed', 'response.failed', 'response.cancelled'];

/** What must be true of each turn that ended badly, however it was asked. */
function expectCleanFailure({ answer, frames, document }: Ended): void {
  expect(document.status).toBe('failed');
  const events = frames.filter(({ event = '' }) => event.startsWith('response.'));
  expect(events.filter(({ event = '' }) => TERMINAL.includes(event)).map(({ event }) => event)).toEqual([
    'response.failed',
  ]);
  expect(events.at(-1)?.event).toBe('response.failed');
  expect(events.map(({ id }) => Number(id))).toEqual(events.map((_, index) => index + 1));
  expect(answer + JSON.stringify(frames) + JSON.stringify(document)).not.toContain(API_KEY);
}

describe.each([
  ['composes', 'search_rag'],
  ['researches', 'search'],
])('A provider that fails while a model %s', (_, workflow) => {
  it.each(FAULT_NAMES)('ends each turn once, in words, and leaves nothing open: %s', async (fault) => {
    service.generation = FAULTS[fault];
    const document = { ...ASK, workflow, model: `google/gemini-${fault}` };
    for (const ended of await askInAllWays(document)) {
      expectCleanFailure(ended);
      expect(ended.document.error).toMatch(FAILURES[fault].message);
    }
    await service.idle();
    expect(gateway.faults).toEqual([]);
  });
});

describe('A provider that is silent for longer than the turn has', () => {
  it.each(['stalledBeforeReply', 'stalledMidReply', 'slowTrickle'] as const)(
    'is left at the time limit of the turn: %s',
    async (fault) => {
      service.generation = FAULTS[fault];
      const document = { ...ASK, workflow: 'search_rag', model: 'google/gemini-first', timeout_seconds: 1 };
      for (const ended of await askInAllWays(document)) {
        expectCleanFailure(ended);
        expect(ended.document.error).toMatch(/time limit of 1 s/);
      }
      await service.idle();
    },
  );

  it('hears at once that its turn was cancelled', async () => {
    service.generation = FAULTS.stalledMidReply;
    const before = service.calls.length;
    const document = { ...ASK, workflow: 'search_rag', model: 'google/gemini-first' };
    const { id } = await askInBackground(gateway.url, document);
    await service.called(before + 1);
    const over = service.calls[before]?.over;
    await fetch(`${gateway.url}/api/queries/${id}/cancel`, { method: 'POST' });
    expect(await over).toEqual({ answered: false });
    await service.idle();
  });
});

describe('A provider whose first model cannot', () => {
  it.each([
    ['give JSON', refuses.jsonMode],
    ['be reached for long', refuses.overloaded],
    ['be found', refuses.unknownModel],
  ])('%s is passed over for the next one', async (_, refusal) => {
    const answers = answersFromPassages();
    service.generation = (exchange) => (exchange.call.model === 'gemini-first' ? refusal : answers)(exchange);
    const shape = { type: 'object', properties: { terms: { type: 'string' } }, required: ['terms'] };
    const models = ['google/gemini-first', 'google/gemini-second'];
    const { document, frames } = await ask(WAYS.sync, { ...ASK, workflow: 'search_rag', models, shape });
    expect(document).toMatchObject({
      status: 'completed',
      model: 'google/gemini-second',
      output_json: { terms: 'The payment terms of Acme are net 30 days.' },
    });
    expect(JSON.stringify(frames)).toContain('google/gemini-first could not answer');
    await service.idle();
  });
});
