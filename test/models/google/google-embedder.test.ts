import { describe, expect, it } from 'vitest';
import { createGoogleEmbedder } from '../../../src/models/google/google-embedder.ts';
import { embeds } from '../../support/gemini/embeddings.ts';
import type { Reply } from '../../support/gemini/fake-gemini.ts';
import { FAULTS, type FaultName } from '../../support/gemini/faults.ts';
import { limitsRate, refuses } from '../../support/gemini/refusals.ts';
import { inTurn } from '../../support/gemini/replies.ts';
import { never, rejectionOf } from './support/drain.ts';
import { limitsFor, openModel, PATIENT } from './support/open-model.ts';

async function openEmbedder({ price, limits = PATIENT }: { price?: number; limits?: typeof PATIENT } = {}) {
  const opened = await openModel({ limits });
  const embedder = createGoogleEmbedder({
    connection: opened.connection,
    name: 'gemini-embedding-001',
    dimension: 64,
    ...(price === undefined ? {} : { price }),
  });
  return { ...opened, embedder };
}

const replies =
  (body: object): Reply =>
  ({ response }) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
const vector = (length: number, fill = 1) => ({ values: Array.from({ length }, () => fill) });
const cosine = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);

describe('A Gemini embedder', () => {
  it('gives a vector of unit length for each text, in order, in one call', async () => {
    await using opened = await openEmbedder();
    const texts = ['Net 30 days.', 'Fees are late.', 'Net 30 days.'];
    const { vectors } = await opened.embedder.embed(texts, 'document', never);
    expect(vectors.map(({ length }) => length)).toEqual([64, 64, 64]);
    for (const each of vectors) expect(cosine(each, each)).toBeCloseTo(1, 5);
    expect(vectors[0]).toEqual(vectors[2]);
    expect(vectors[0]).not.toEqual(vectors[1]);
    expect(opened.service.calls).toHaveLength(1);
  });

  it.each([
    ['document', 'RETRIEVAL_DOCUMENT'],
    ['query', 'RETRIEVAL_QUERY'],
  ] as const)('tells the service that a text is a %s, and how long its vector is', async (kind, taskType) => {
    await using opened = await openEmbedder();
    await opened.embedder.embed(['Net 30 days.'], kind, never);
    const [call] = opened.service.calls;
    expect(call).toMatchObject({ method: 'batchEmbedContents', model: 'gemini-embedding-001' });
    expect(call?.body).toMatchObject({
      requests: [{ content: { parts: [{ text: 'Net 30 days.' }] }, taskType, outputDimensionality: 64 }],
    });
  });

  it('is named after its model and its dimension', async () => {
    await using opened = await openEmbedder();
    expect(opened.embedder).toMatchObject({ id: 'google/gemini-embedding-001@64', dimension: 64, batchSize: 100 });
  });

  it.each([
    ['for the batch', { embeddings: [vector(64)], usageMetadata: { promptTokenCount: 7 } }, 7],
    ['with each vector', { embeddings: [{ ...vector(64), statistics: { tokenCount: 5 } }] }, 5],
    ['not at all', { embeddings: [vector(64)] }, 0],
  ])('counts the tokens that the service tells %s', async (_, body, inputTokens) => {
    await using opened = await openEmbedder({ price: 0.15 });
    opened.service.embedding = replies(body);
    const { usage } = await opened.embedder.embed(['Net 30 days.'], 'query', never);
    expect(usage).toEqual({ embedder: 'google/gemini-embedding-001@64', inputTokens, price: 0.15 });
  });

  it('asks nothing for no text, and refuses more than a call takes', async () => {
    await using opened = await openEmbedder();
    expect((await opened.embedder.embed([], 'query', never)).vectors).toEqual([]);
    const many = Array.from({ length: 101 }, () => 'x');
    await expect(opened.embedder.embed(many, 'document', never)).rejects.toThrow(RangeError);
    expect(opened.service.calls).toEqual([]);
  });

  it.each([
    ['too few vectors', { embeddings: [vector(64)] }, /1 vectors for 2 texts/],
    ['too many vectors', { embeddings: [vector(64), vector(64), vector(64)] }, /3 vectors for 2 texts/],
    ['a vector of another length', { embeddings: [vector(64), vector(63)] }, /a vector of 63 instead of 64/],
    ['a vector of nothing', { embeddings: [vector(64), vector(64, 0)] }, /without a direction/],
    ['no vectors', {}, /0 vectors for 2 texts/],
    ['vectors of something else', { embeddings: [vector(64), { values: 'none' }] }, /a vector of 4 instead of 64/],
  ])('refuses %s', async (_, body, message) => {
    await using opened = await openEmbedder();
    opened.service.embedding = replies(body);
    const error = await rejectionOf(opened.embedder.embed(['a', 'b'], 'document', never));
    expect(error.message).toMatch(message);
  });

  it.each([
    ['refused', refuses.overloaded],
    ['lost, for a vector is the same however often it is made', FAULTS.resetBeforeReply],
    ['rate-limited for most of a minute, when nobody waits', limitsRate({ body: '40s' })],
  ])('asks again when a call was %s', async (_, fault) => {
    await using opened = await openEmbedder();
    opened.service.embedding = inTurn(fault, embeds());
    expect((await opened.embedder.embed(['a'], 'document', never)).vectors).toHaveLength(1);
    expect(opened.service.calls).toHaveLength(2);
  });

  it('does not keep a question waiting for most of a minute', async () => {
    await using opened = await openEmbedder();
    opened.service.embedding = limitsRate({ body: '40s' });
    expect((await rejectionOf(opened.embedder.embed(['a'], 'query', never))).code).toBe('rate_limited');
  });

  it.each(Object.keys(FAULTS) as FaultName[])('ends in an error, and every connection with it: %s', async (fault) => {
    await using opened = await openEmbedder({ limits: limitsFor(fault) });
    opened.service.embedding = FAULTS[fault];
    const error = await rejectionOf(opened.embedder.embed(['a'], 'document', never));
    expect(error.message).toContain('google/gemini-embedding-001');
    expect(opened.service.calls.length).toBeLessThanOrEqual(4);
    await opened.service.idle();
  });

  it('stops when its signal aborts, with the reason', async () => {
    await using opened = await openEmbedder();
    opened.service.embedding = FAULTS.stalledBeforeReply;
    const controller = new AbortController();
    const done = opened.embedder.embed(['a'], 'document', controller.signal).catch((error: unknown) => error);
    await opened.service.called();
    const reason = new Error('the curation was cancelled');
    controller.abort(reason);
    expect(await done).toBe(reason);
    await opened.service.idle();
  });
});
