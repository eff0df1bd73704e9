import { describe, expect, test } from 'vitest';
import { createCatalog } from '../../src/models/catalog.ts';
import { createExtractiveModel } from '../../src/models/extractive/model.ts';
import { openTestGateway } from '../support/gateway.ts';
import { askStreaming } from './support/api.ts';
import { auditTurns, faultsIn } from './support/audit-turns.ts';
import { createFatefulModel } from './support/fateful-model.ts';
import { TRANSPORTS } from './support/followers.ts';

const TURNS = 200;
const TERMINAL = /^response\.(completed|failed|cancelled)$/;

interface Fate {
  readonly document: object;
  /** Cancelled by its client when it sees an event of this type. */
  readonly cancelAt?: string;
  readonly end: 'completed' | 'failed' | 'cancelled';
}

const ask = (fate: string, more: object = {}) => ({ ask: `Which terms, if it ${fate}?`, scope: ['terms'], ...more });

const FATES: readonly Fate[] = [
  { document: ask('answers'), end: 'completed' },
  { document: ask('fails'), end: 'failed' },
  { document: ask('refuses'), end: 'failed' },
  { document: ask('falters'), end: 'failed' },
  { document: ask('stops'), end: 'failed' },
  { document: ask('shrugs'), end: 'failed' },
  { document: ask('dawdles', { timeout_seconds: 1 }), end: 'failed' },
  { document: ask('stalls', { timeout_seconds: 1 }), end: 'failed' },
  { document: ask('dawdles'), cancelAt: 'response.created', end: 'cancelled' },
  { document: ask('stalls'), cancelAt: 'response.output_text.delta', end: 'cancelled' },
  { document: ask('refuses', { models: ['test/fateful', 'local/extractive'] }), end: 'completed' },
  { document: { ask: 'Who painted the ceiling?', scope: ['terms'] }, end: 'completed' },
];

/** A turn's events as the client sees them, up to the transport's own "complete". */
type Stream = (
  url: string,
  document: object,
) => Promise<{ readonly id: string; readonly types: AsyncIterable<string> }>;

async function* typesOf(events: AsyncIterable<{ readonly type: string }>): AsyncGenerator<string, void> {
  for await (const { type } of events) yield type;
}

const inOneRequest: Stream = async (url, document) => {
  const { id, rest } = await askStreaming(url, document);
  async function* types() {
    yield 'response.created';
    let complete = false;
    for await (const { event } of rest) {
      if (complete) throw new Error(`${event} came after the end`);
      complete = event === 'query';
      if (!complete) yield event;
    }
    if (!complete) throw new Error('the stream ended without its last frame');
  }
  return { id, types: types() };
};

const over =
  (transport: keyof typeof TRANSPORTS): Stream =>
  async (url, document) => {
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        query: 'mutation ($document: JSON!) { runQueryDocument(document: $document) { id status } }',
        variables: { document: { ...document, stream: true } },
      }),
    });
    const { data } = (await response.json()) as { data: { runQueryDocument: { id: string } } };
    const { id } = data.runQueryDocument;
    return { id, types: typesOf(TRANSPORTS[transport](url, id, 0)) };
  };

const STREAMS: readonly Stream[] = [
  inOneRequest,
  over('distinct SSE'),
  over('single-connection SSE'),
  over('WebSocket'),
];

async function live(url: string, { document, cancelAt }: Fate, stream: Stream) {
  const { id, types } = await stream(url, document);
  const seen: string[] = [];
  let cancelled: Promise<Response> | undefined;
  for await (const type of types) {
    seen.push(type);
    if (type === cancelAt) cancelled ??= fetch(`${url}/api/queries/${id}/cancel`, { method: 'POST' });
  }
  await cancelled;
  return { id, types: seen };
}

describe('200 streamed turns that answer, fail, run out of time or are cancelled', () => {
  test('have exactly one terminal event each, which is the last before the stream is complete', async () => {
    const models = createCatalog([createFatefulModel(), createExtractiveModel()]);
    await using gateway = await openTestGateway({ models });
    await gateway.addContext('terms', { 'terms.md': '# Terms\n\nThe terms are net 30 days.\n' });
    const turns = Array.from({ length: TURNS }, (_, at) => ({
      fate: FATES[at % FATES.length] as Fate,
      stream: STREAMS[Math.floor(at / FATES.length) % STREAMS.length] as Stream,
    }));

    const seen = await Promise.all(turns.map(({ fate, stream }) => live(gateway.url, fate, stream)));
    for (const [at, { types }] of seen.entries()) {
      const terminals = types.filter((type) => TERMINAL.test(type));
      expect([terminals, types.at(-1)]).toEqual([[`response.${turns[at]?.fate.end}`], terminals[0]]);
    }
    const audited = await auditTurns(gateway.runtime.db);
    expect(audited).toHaveLength(TURNS);
    expect(faultsIn(audited)).toEqual([]);
    const logged = new Map(audited.map(({ id, events }) => [id, events.map(({ event }) => event.type)]));
    for (const { id, types } of seen) expect(types).toEqual(logged.get(id));
    expect(gateway.faults).toEqual([]);
  });
});
