import { describe, expect, it } from 'vitest';
import { createGoogleConnection } from '../../../src/models/google/connection.ts';
import { createGoogleEmbedder } from '../../../src/models/google/google-embedder.ts';
import { createGoogleModel } from '../../../src/models/google/google-model.ts';
import { composeRequest, passage } from '../prompting/support/passages.ts';
import { never, partsOf, researchRequest, textOf } from './support/drain.ts';

// Asks Google's own service, for a fraction of a cent. GEMINI_LIVE_MODEL may name another model than the one here.
const { GEMINI_LIVE_API_KEY: apiKey } = process.env;
const name = process.env['GEMINI_LIVE_MODEL'] ?? 'gemini-2.5-flash';

describe.skipIf(apiKey === undefined)('The Gemini API itself', () => {
  const connection = createGoogleConnection({ apiKey: apiKey ?? 'absent' });
  const model = createGoogleModel({
    connection,
    id: `google/${name}`,
    label: name,
    name,
    thinking: name.startsWith('gemini-2.5') ? 'budget' : 'level',
  });
  const passages = [passage(1, 'The payment terms of Acme are net 30 days.'), passage(2, 'Acme was founded in 1949.')];

  it('answers from the passages and cites them', async () => {
    const parts = await partsOf(model.compose(await composeRequest({ passages }), never));
    expect(textOf(parts)).toMatch(/30/);
    expect(parts).toContainEqual(expect.objectContaining({ kind: 'citation', passage: 1 }));
    expect(parts.at(-1)).toMatchObject({ kind: 'finish', usage: { inputTokens: expect.any(Number) } });
  });

  it('fills a shape', async () => {
    const shape = { type: 'object', properties: { days: { type: 'integer' } }, required: ['days'] };
    const [json] = await partsOf(model.compose(await composeRequest({ passages, shape }), never));
    expect(json).toEqual({ kind: 'json', value: { days: 30 } });
  });

  it('takes its own calls back with what came of them', async () => {
    const move = await model.research?.(researchRequest(), never);
    expect(move?.calls.length).toBeGreaterThan(0);
    const responses = (move?.calls ?? []).map(({ id, name }) => ({ id, name, response: { passage: 'Net 30 days.' } }));
    const exchanges = move === undefined ? [] : [{ move, responses }];
    expect(await model.research?.(researchRequest({ exchanges, stepsLeft: 1 }), never)).toBeDefined();
  });

  it('embeds what means the same near to each other', async () => {
    const embedder = createGoogleEmbedder({ connection, name: 'gemini-embedding-001', dimension: 768 });
    const texts = ['Invoices are due after 30 days.', 'Whales are mammals.'];
    const { vectors } = await embedder.embed(texts, 'document', never);
    const [question] = (await embedder.embed(['When do I have to pay?'], 'query', never)).vectors;
    const [due, whales] = vectors.map((vector) =>
      vector.reduce((sum, value, at) => sum + value * (question?.[at] ?? 0), 0),
    );
    expect(due).toBeGreaterThan(whales ?? 1);
  });
});
