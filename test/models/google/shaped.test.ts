import { describe, expect, it, vi } from 'vitest';
import type { ReportUsage } from '../../../src/engine/ports/compose.ts';
import { says, saysJson, streams } from '../../support/gemini/replies.ts';
import { composeRequest, passage } from '../prompting/support/passages.ts';
import { failureOf, never, partsOf } from './support/drain.ts';
import { openModel } from './support/open-model.ts';

const shape = {
  type: 'object',
  properties: { days: { type: 'number', exclusiveMinimum: 0 }, terms: { type: 'string', pattern: '^net' } },
  required: ['days', 'terms'],
};
const shaped = (given: object = {}) => composeRequest({ shape, ...given });

describe('A shaped answer of a Gemini model', () => {
  it('comes whole, then its citations, then what it cost', async () => {
    await using opened = await openModel();
    opened.service.generation = saysJson({ days: 30, terms: 'net 30 days' });
    const passages = [passage(1, 'Payment terms are net 30 days.')];
    const parts = await partsOf(opened.model.compose(await shaped({ passages }), never));
    expect(parts[0]).toEqual({ kind: 'json', value: { days: 30, terms: 'net 30 days' } });
    expect(parts.slice(1, -1).length).toBeGreaterThan(0);
    expect(parts.slice(1, -1).every(({ kind }) => kind === 'citation' || kind === 'reference')).toBe(true);
    expect(parts.at(-1)?.kind).toBe('finish');
  });

  it('is parsed from the answer alone, not from thoughts around it', async () => {
    await using opened = await openModel();
    opened.service.generation = streams([
      { text: 'I think {"days": 10} is', thought: true },
      { text: '{"days": 30, ' },
      { text: 'no wait', thought: true },
      { text: '"terms": "net 30"}' },
    ]);
    const [json] = await partsOf(opened.model.compose(await shaped(), never));
    expect(json).toEqual({ kind: 'json', value: { days: 30, terms: 'net 30' } });
  });

  it('is asked for as JSON, of as much of the shape as the service takes', async () => {
    await using opened = await openModel();
    opened.service.generation = saysJson({ days: 30, terms: 'net 30' });
    await partsOf(opened.model.compose(await shaped(), never));
    expect(opened.service.calls[0]?.body['generationConfig']).toMatchObject({
      responseMimeType: 'application/json',
      responseJsonSchema: {
        type: 'object',
        properties: { days: { type: 'number' }, terms: { type: 'string' } },
        required: ['days', 'terms'],
      },
    });
    expect(JSON.stringify(opened.service.calls[0]?.body['generationConfig'])).not.toMatch(/pattern|exclusive/);
  });

  it('is asked for again with what was wrong with it', async () => {
    await using opened = await openModel();
    opened.service.generation = saysJson({ days: 30, terms: 'net 30' });
    const repair = { value: { days: 'thirty' }, violation: '/days must be number' };
    await partsOf(opened.model.compose(await shaped({ repair }), never));
    const contents = JSON.stringify(opened.service.calls[0]?.body['contents']);
    expect(contents).toContain('/days must be number');
    expect(contents).toContain('thirty');
  });

  it.each([
    ['that is cut off by the token limit', says('{"days": 3', { finishReason: 'MAX_TOKENS' }), /output limit/],
    ['that is not JSON', says('Thirty days.'), /asked for JSON and answered with something else/],
    ['that is half of JSON', says('{"days": 3'), /asked for JSON and answered with something else/],
    ['of thoughts alone', streams([{ text: '{"days": 30}', thought: true }]), /empty answer/],
  ])('%s is an error, and nothing is given out but what it cost', async (_, reply, message) => {
    await using opened = await openModel();
    opened.service.generation = reply;
    const report = vi.fn<ReportUsage>();
    const { parts, error } = await failureOf(opened.model.compose(await shaped(), never, report));
    expect(error.message).toMatch(message);
    expect(parts).toEqual([]);
    expect(report).toHaveBeenCalledWith(expect.objectContaining({ inputTokens: expect.any(Number) }));
  });

  it('without named members is asked for as JSON of any kind', async () => {
    await using opened = await openModel();
    opened.service.generation = saysJson({});
    await partsOf(opened.model.compose(await shaped({ shape: { type: 'object' } }), never));
    const config = opened.service.calls[0]?.body['generationConfig'];
    expect(config).toMatchObject({ responseMimeType: 'application/json' });
    expect(config).not.toHaveProperty('responseJsonSchema');
  });
});
