import { describe, expect, it } from 'vitest';
import { createGoogleConnection } from '../../../src/models/google/connection.ts';
import { parseRefusal } from '../../../src/models/google/refusal.ts';
import { FAULTS } from '../../support/gemini/faults.ts';
import { limitsRate, refuses } from '../../support/gemini/refusals.ts';
import { frameOf, inTurn, openStream, says, sse } from '../../support/gemini/replies.ts';
import { composeRequest } from '../prompting/support/passages.ts';
import { failureOf, never, partsOf, rejectionOf, textOf } from './support/drain.ts';
import { API_KEY, limitsFor, openModel, PATIENT, SkippingClock } from './support/open-model.ts';

describe('A call that is refused', () => {
  it.each([
    ['overloaded', refuses.overloaded],
    ['failing inside', refuses.broken],
    ['late', refuses.late],
    ['a page of a proxy', FAULTS.htmlBadGateway],
    ['rate-limited', FAULTS.rateLimited],
    [
      'refused by an error as the first event of a reply',
      ({ response }) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.end(sse({ error: { code: 503, message: 'Overloaded.', status: 'UNAVAILABLE' } }));
      },
    ],
  ] satisfies readonly (readonly [string, Parameters<typeof inTurn>[0]])[])(
    'is made again while nothing was said: %s',
    async (_, refusal) => {
      await using opened = await openModel();
      opened.service.generation = inTurn(refusal, refusal, says('Net 30.'));
      expect(textOf(await partsOf(opened.model.compose(await composeRequest({}), never)))).toBe('Net 30.');
      expect(opened.service.calls).toHaveLength(3);
      await opened.service.idle();
    },
  );

  it('waits twice as long each time, and gives up after the third', async () => {
    await using opened = await openModel({ limits: { ...PATIENT, firstWaitMs: 500 } });
    opened.service.generation = refuses.overloaded;
    await failureOf(opened.model.compose(await composeRequest({}), never));
    expect(opened.clock.waits).toEqual([500, 1_000, 2_000]);
  });

  it.each([
    ['in the header, in seconds', { header: '7' }, 7_000],
    ['in the body', { body: '3.5s' }, 3_500],
    ['in both: the header counts', { header: '2', body: '9s' }, 2_000],
  ])('waits as long as the service asks, %s', async (_, wait, ms) => {
    await using opened = await openModel();
    opened.service.generation = inTurn(limitsRate(wait), says('Net 30.'));
    await partsOf(opened.model.compose(await composeRequest({}), never));
    expect(opened.clock.waits).toEqual([ms]);
  });

  it('gives up at once when the service asks for more than anybody waits', async () => {
    await using opened = await openModel();
    opened.service.generation = limitsRate({ body: '3600s' });
    const { error } = await failureOf(opened.model.compose(await composeRequest({}), never));
    expect(error).toMatchObject({ code: 'rate_limited', message: expect.stringContaining('Ask again in 3600 s') });
    expect(opened.service.calls).toHaveLength(1);
    expect(opened.clock.waits).toEqual([]);
  });

  it('gives up at once when the quota of the day is used up', async () => {
    await using opened = await openModel();
    opened.service.generation = limitsRate({
      body: '1s',
      quota: 'GenerateRequestsPerDayPerProjectPerModel-FreeTier',
    });
    const { error } = await failureOf(opened.model.compose(await composeRequest({}), never));
    expect(error.message).toMatch(/quota .* for today is used up/);
    expect(opened.service.calls).toHaveLength(1);
  });

  it('is not waited for past the signal of the turn', async () => {
    const controller = new AbortController();
    await using opened = await openModel();
    opened.service.generation = refuses.overloaded;
    opened.clock.sleep = (_, signal) =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
        controller.abort(new Error('the turn is over'));
      });
    const parts = opened.model.compose(await composeRequest({}), controller.signal);
    await expect(partsOf(parts)).rejects.toThrow('the turn is over');
    expect(opened.service.calls).toHaveLength(1);
  });

  it('is made again where the service could not be reached, and then said to be so', async () => {
    await using opened = await openModel();
    await opened.service[Symbol.asyncDispose]();
    const { error } = await failureOf(opened.model.compose(await composeRequest({}), never));
    expect(error.message).toMatch(/could not be reached/);
    expect(opened.clock.waits).toHaveLength(3);
  });

  it('is not made again where the service could not be trusted', async () => {
    await using opened = await openModel();
    const clock = new SkippingClock();
    const baseUrl = opened.service.url.replace('http:', 'https:');
    const connection = createGoogleConnection({ apiKey: API_KEY, baseUrl, clock });
    const request = {
      subject: 'google/x',
      model: 'x',
      contents: [{ role: 'user', parts: [{ text: 'hi' }] }],
      config: {},
    };
    const error = await rejectionOf(connection.generate(request, never).next());
    expect(error.message).toMatch(/could not be reached/);
    expect(clock.waits).toEqual([]);
  });
});

describe('A call of which nobody knows whether it was done', () => {
  it.each(['resetBeforeReply', 'stalledBeforeReply', 'halfFrame', 'slowTrickle'] as const)(
    'is not made again: %s',
    async (fault) => {
      await using opened = await openModel({ limits: limitsFor(fault) });
      opened.service.generation = inTurn(FAULTS[fault], says('Net 30.'));
      await failureOf(opened.model.compose(await composeRequest({}), never));
      expect(opened.service.calls).toHaveLength(1);
    },
  );

  it('is not continued by the SDK, though the service offers it', async () => {
    await using opened = await openModel();
    opened.service.generation = inTurn(async (exchange) => {
      openStream(exchange);
      const frame = sse(frameOf([{ text: 'Net ' }], { continuationToken: 'further' }));
      await new Promise<void>((resolve) => exchange.response.write(frame, () => resolve()));
      exchange.response.end();
    }, says('30.'));
    const { error } = await failureOf(opened.model.compose(await composeRequest({}), never));
    expect(error.message).toMatch(/broke off/);
    expect(opened.service.calls).toHaveLength(1);
  });
});

describe('A refusal', () => {
  const now = new Date('2026-01-01T00:00:00Z');

  it.each([
    ['a date to wait for', '', 'Thu, 01 Jan 2026 00:00:30 GMT', 30_000],
    ['a date that is over', '', 'Wed, 31 Dec 2025 00:00:00 GMT', 0],
    ['a header that says nothing', '', 'soon', null],
    ['a delay that is none', '{"error":{"details":[{"retryDelay":"soon"}]}}', null, null],
    ['a list with the error in it', '[{"error":{"details":[{"retryDelay":"1.2s"}]}}]', null, 1_200],
  ])('is read with %s', (_, body, retryAfter, retryAfterMs) => {
    expect(parseRefusal(429, body, { retryAfter, now }).retryAfterMs).toBe(retryAfterMs);
  });

  it.each(['', '<html>', 'null', '[]', '{"error":"no"}', '{"error":{"details":[null,1,{"violations":[null]}]}}'])(
    'that is none of the service is read as one without words: %s',
    (body) => {
      expect(parseRefusal(502, body)).toEqual({
        status: 502,
        message: null,
        reasons: [],
        quotas: [],
        retryAfterMs: null,
      });
    },
  );
});
