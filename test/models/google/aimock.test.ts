import { LLMock } from '@copilotkit/aimock';
import { describe, expect, it } from 'vitest';
import { createGoogleConnection } from '../../../src/models/google/connection.ts';
import { createGoogleModel } from '../../../src/models/google/google-model.ts';
import { composeRequest } from '../prompting/support/passages.ts';
import { failureOf, never, partsOf, rejectionOf, researchRequest, textOf } from './support/drain.ts';
import { API_KEY, limitsFor, PATIENT, SkippingClock } from './support/open-model.ts';

/** A model that asks a server of others, which knows the protocol from its own reading. */
async function openAimock(limits = PATIENT) {
  const mock = new LLMock({ port: 0 });
  await mock.start();
  const clock = new SkippingClock();
  const connection = createGoogleConnection({ apiKey: API_KEY, baseUrl: mock.url, limits, clock });
  const model = createGoogleModel({
    connection,
    id: 'google/gemini-test',
    label: 'Test',
    name: 'gemini-2.5-flash',
    thinking: 'budget',
  });
  return { mock, model, clock, [Symbol.asyncDispose]: () => mock.stop() };
}

describe('A Gemini model before a server that others wrote', () => {
  it('composes, thoughts left out', async () => {
    await using opened = await openAimock();
    opened.mock.onMessage(/payment terms/, { content: 'They are net 30 days [1].', reasoning: 'Let me see.' });
    const parts = await partsOf(opened.model.compose(await composeRequest({}), never));
    expect(textOf(parts)).toBe('They are net 30 days.');
    expect(parts.at(-1)?.kind).toBe('finish');
  });

  it('fills a shape', async () => {
    await using opened = await openAimock();
    opened.mock.onMessage(/payment terms/, { content: '{"days": 30}' });
    const shape = { type: 'object', properties: { days: { type: 'number' } } };
    const [json] = await partsOf(opened.model.compose(await composeRequest({ shape }), never));
    expect(json).toEqual({ kind: 'json', value: { days: 30 } });
  });

  it('wants calls made, and goes on with what came of them', async () => {
    await using opened = await openAimock();
    const { mock, model } = opened;
    mock.addFixture({ match: { hasToolResult: true }, response: { content: 'That is enough.' } });
    mock.addFixture({
      match: { toolName: 'search' },
      response: { toolCalls: [{ name: 'search', arguments: '{"query":"terms"}' }] },
    });
    const first = await model.research?.(researchRequest(), never);
    expect(first?.calls).toMatchObject([{ name: 'search', args: { query: 'terms' } }]);
    const exchanges = (first === undefined ? [] : [first]).map((move) => ({
      move,
      responses: move.calls.map(({ id, name }) => ({ id, name, response: { hits: [] } })),
    }));
    expect(await model.research?.(researchRequest({ exchanges }), never)).toMatchObject({
      commentary: 'That is enough.',
      calls: [],
    });
  });
});

describe('A Gemini model in the chaos of that server', () => {
  it.each([
    ['errors', { dropRate: 1 }, PATIENT, /failed to answer .*\(500\)/, 3],
    ['rate limits', { rateLimitRate: 1 }, PATIENT, /rate limit .*\(429\)/, 3],
    ['malformed replies', { malformedRate: 1 }, PATIENT, /is not the Gemini API/, 0],
    ['connections that break', { disconnectRate: 1 }, PATIENT, /broke off/, 0],
    ['latency', { latencyMs: 5_000 }, limitsFor('stalledBeforeReply'), /did not begin to answer/, 0],
  ])('of %s ends in an error of its own', async (_, chaos, limits, message, retries) => {
    await using opened = await openAimock(limits);
    opened.mock.onMessage(/payment terms/, { content: 'Net 30.' }).setChaos(chaos);
    const { error } = await failureOf(opened.model.compose(await composeRequest({}), never));
    expect(error.message).toMatch(message);
    expect(opened.clock.waits).toHaveLength(retries);
    const move = opened.model.research?.(researchRequest(), never) ?? Promise.resolve();
    expect((await rejectionOf(move)).message).toMatch(message);
  });
});
