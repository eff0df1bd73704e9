import type { Content } from '@google/genai';
import { describe, expect, it } from 'vitest';
import { MODEL_CONTROLS } from '../../../src/engine/ports/model.ts';
import type { JsonObject } from '../../../src/lib/json.ts';
import { frameOf, openStream, says, sse, streams } from '../../support/gemini/replies.ts';
import { composeRequest, passage } from '../prompting/support/passages.ts';
import { never, partsOf, textOf } from './support/drain.ts';
import { openModel } from './support/open-model.ts';

describe('A Gemini model that composes prose', () => {
  it('says its first word while the rest is still to come', async () => {
    await using opened = await openModel();
    const { service, model } = opened;
    let goOn = () => {};
    service.generation = async (exchange) => {
      openStream(exchange);
      exchange.response.write(sse(frameOf([{ text: 'Net 30 days, as the contract says. ' }])));
      await new Promise<void>((resolve) => {
        goOn = resolve;
      });
      exchange.response.end(sse(frameOf([{ text: 'More.' }], { finishReason: 'STOP' })));
    };
    const parts = model.compose(await composeRequest({}), never)[Symbol.asyncIterator]();
    const first = await parts.next();
    expect(first.value).toMatchObject({ kind: 'text', text: expect.stringMatching(/^Net 30/) });
    goOn();
    const rest = await partsOf({ [Symbol.asyncIterator]: () => parts });
    expect(textOf(rest)).toMatch(/More\.$/);
  });

  it('cites spans of the passages for its markers, which are no part of the text', async () => {
    await using opened = await openModel();
    opened.service.generation = says(['The terms are net ', '30 days [', '1].']);
    const passages = [passage(1, 'Payment terms are net 30 days. Late fees apply.')];
    const parts = await partsOf(opened.model.compose(await composeRequest({ passages }), never));
    expect(textOf(parts)).toBe('The terms are net 30 days.');
    expect(parts.filter(({ kind }) => kind === 'citation')).toMatchObject([{ passage: 1 }]);
  });

  it('keeps its thoughts to itself', async () => {
    await using opened = await openModel();
    opened.service.generation = streams([
      { text: 'The user wants terms.', thought: true },
      { text: 'Net 30.' },
      { text: 'Done thinking.', thought: true },
    ]);
    expect(textOf(await partsOf(opened.model.compose(await composeRequest({}), never)))).toBe('Net 30.');
  });

  it('finishes with what the call cost: thoughts are written, and the cache is read', async () => {
    await using opened = await openModel();
    const usage = {
      promptTokenCount: 1_000,
      cachedContentTokenCount: 800,
      candidatesTokenCount: 20,
      thoughtsTokenCount: 300,
      totalTokenCount: 1_320,
    };
    opened.service.generation = says('Net 30.', { usage });
    const parts = await partsOf(opened.model.compose(await composeRequest({}), never));
    expect(parts.at(-1)).toEqual({
      kind: 'finish',
      usage: { inputTokens: 1_000, outputTokens: 320, cachedInputTokens: 800, thinkingTokens: 300 },
    });
    expect(parts.filter(({ kind }) => kind === 'finish')).toHaveLength(1);
  });

  it('adds up the same text however the reply is cut, between the halves of an emoji too', async () => {
    await using opened = await openModel();
    const answer = 'Zahlbar in 30 Tagen 🧾, 三十天以内, خلال ثلاثين يومًا.';
    opened.service.generation = async (exchange) => {
      openStream(exchange);
      // Bytes, so that packets end inside of characters.
      const bytes = Buffer.from(sse(frameOf([{ text: answer }], { finishReason: 'STOP' })));
      for (const byte of bytes) {
        await new Promise<void>((resolve) => exchange.response.write(Buffer.of(byte), () => resolve()));
      }
      exchange.response.end();
    };
    expect(textOf(await partsOf(opened.model.compose(await composeRequest({}), never)))).toBe(answer);
  });

  it('is asked with the conversation, the passages and the rules where they belong', async () => {
    await using opened = await openModel();
    opened.service.generation = says('Net 30.');
    const history = [{ queryId: 'qry_1', ask: 'Who is Acme?', answer: 'A customer.' }];
    await partsOf(
      opened.model.compose(
        await composeRequest({ history, guardrails: 'Name no prices.', thinkingLevel: 'high' }),
        never,
      ),
    );
    const [call] = opened.service.calls;
    expect(call).toMatchObject({ model: 'gemini-test', method: 'streamGenerateContent' });
    const contents = call?.body['contents'] as unknown as readonly Content[];
    expect(contents.map(({ role }) => role)).toEqual(['user', 'model', 'user']);
    expect(JSON.stringify(contents.at(-1))).toContain('Net 30.');
    expect(JSON.stringify(call?.body['systemInstruction'])).toContain('Name no prices.');
    const config = call?.body['generationConfig'] as JsonObject;
    expect(config).toEqual({ thinkingConfig: { thinkingLevel: 'HIGH' } });
  });

  it('heeds every control, repairs, and tells its price and its levels', async () => {
    await using opened = await openModel({ price: { input: 1, output: 2 }, thinkingLevels: ['low', 'high'] });
    expect(opened.model).toMatchObject({
      id: 'google/gemini-test',
      label: 'Test',
      canRepair: true,
      price: { input: 1, output: 2 },
      thinkingLevels: ['low', 'high'],
    });
    expect([...opened.model.honours]).toEqual([...MODEL_CONTROLS]);
  });
});
