import { describe, expect, it } from 'vitest';
import { FakeGemini } from '../../support/gemini/fake-gemini.ts';
import { FAULTS, type FaultName } from '../../support/gemini/faults.ts';
import { refuses } from '../../support/gemini/refusals.ts';
import { says, streams } from '../../support/gemini/replies.ts';
import { composeRequest } from '../prompting/support/passages.ts';
import { failureOf, never, rejectionOf, researchRequest } from './support/drain.ts';
import { FAILURES, type Failure } from './support/failures.ts';
import { limitsFor, openModel } from './support/open-model.ts';

const cases = Object.entries(FAILURES) as [FaultName, Failure][];

describe('A fault of the service', () => {
  it.each(cases)('ends a composition in an error of its own, and every connection: %s', async (fault, expected) => {
    await using opened = await openModel({ limits: limitsFor(fault) });
    const { service, model } = opened;
    service.generation = FAULTS[fault];
    const { said, error } = await failureOf(model.compose(await composeRequest({}), never));
    expect(error.message).toMatch(expected.message);
    expect(error.message).toMatch(/google\/gemini-test/);
    expect(error.code).toBe(expected.code ?? 'internal');
    expect(said.trim()).toBe(expected.said ?? '');
    expect(service.calls).toHaveLength(expected.calls ?? 1);
    await service.idle();
  });

  it.each(cases)('ends a move of research in the same error: %s', async (fault, expected) => {
    await using opened = await openModel({ limits: limitsFor(fault) });
    const { service, model } = opened;
    service.generation = FAULTS[fault];
    const error = await rejectionOf(model.research?.(researchRequest(), never) ?? Promise.resolve());
    expect(error.message).toMatch(expected.message);
    expect(service.calls).toHaveLength(expected.researchCalls ?? expected.calls ?? 1);
    await service.idle();
  });
});

describe('A refusal of the service', () => {
  it.each([
    ['invalidKey', /refused the gateway's key \(400\).*GEMINI_API_KEY/, 'internal'],
    ['unauthenticated', /refused the gateway's key \(401\).*GEMINI_API_KEY/, 'internal'],
    ['forbidden', /refused the gateway's key \(403\).*GEMINI_API_KEY/, 'internal'],
    ['unknownModel', /does not offer google\/gemini-test.*\(404\)/, 'model_unavailable'],
    ['jsonMode', /refused the request \(400\): JSON mode is not enabled/, 'internal'],
    ['echoingKey', /no such key: \[key\]/, 'internal'],
  ] as const)('is told once, in words to act on: %s', async (name, message, code) => {
    await using opened = await openModel();
    opened.service.generation = refuses[name];
    const { said, error } = await failureOf(opened.model.compose(await composeRequest({}), never));
    expect(error.message).toMatch(message);
    expect(error.code).toBe(code);
    expect(said).toBe('');
    expect(opened.service.calls).toHaveLength(1);
  });

  it.each([
    ['MAX_TOKENS', /output limit/],
    ['RECITATION', /refused to answer: .*protected text/],
    ['PROHIBITED_CONTENT', /refused to answer: .*prohibited/],
    ['SPII', /refused to answer: .*personal data/],
    ['A_REASON_OF_THE_FUTURE', /stopped before .*A_REASON_OF_THE_FUTURE/],
    ['constructor', /stopped before .*constructor/],
  ])('by finish reason %s fails the answer although text came', async (finishReason, message) => {
    await using opened = await openModel();
    opened.service.generation = says(['Net 30 '], { finishReason });
    const { said, error } = await failureOf(opened.model.compose(await composeRequest({}), never));
    expect(said.trim()).toBe('Net 30');
    expect(error.message).toMatch(message);
  });

  it('of the prompt names the reason', async () => {
    await using opened = await openModel();
    opened.service.generation = ({ response }) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end('data: {"promptFeedback": {"blockReason": "PROHIBITED_CONTENT"}}\n\n');
    };
    const { error } = await failureOf(opened.model.compose(await composeRequest({}), never));
    expect(error.message).toMatch(/filters blocked the prompt \(PROHIBITED_CONTENT\)/);
  });
});

describe('A redirect', () => {
  it('is not followed: the key would go along', async () => {
    await using opened = await openModel();
    await using elsewhere = await FakeGemini.start({ generation: says('Net 30.') });
    opened.service.generation = ({ response }) => {
      response.writeHead(307, { location: `${elsewhere.url}/v1beta/models/gemini-test:streamGenerateContent` }).end();
    };
    const { error } = await failureOf(opened.model.compose(await composeRequest({}), never));
    expect(error.message).toMatch(/is not the Gemini API/);
    expect(elsewhere.calls).toEqual([]);
    await opened.service.idle();
  });
});

describe('A key', () => {
  it('that a reply repeats in its middle is in no error', async () => {
    await using opened = await openModel();
    opened.service.generation = (exchange) => {
      const { response, call } = exchange;
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: {"candidates": [{"content": {"parts": [{"text": "Half"}]}}]}\n\n');
      const error = { code: 400, message: `bad key ${call.apiKey}`, status: 'INVALID_ARGUMENT' };
      response.end(`data: ${JSON.stringify({ error })}\n\n`);
    };
    const { error } = await failureOf(opened.model.compose(await composeRequest({}), never));
    expect(error.message).toMatch(/bad key \[key\]/);
  });

  it('that a broken reply repeats is in no error', async () => {
    await using opened = await openModel();
    opened.service.generation = ({ response, call }) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(`data: {"${call.apiKey}\n\n`);
    };
    const { error } = await failureOf(opened.model.compose(await composeRequest({}), never));
    expect(error.message).toMatch(/broke off/);
    expect(error.cause).toBeInstanceOf(Error);
  });
});

describe('An answer without words', () => {
  it('is an error of shaped answers too', async () => {
    await using opened = await openModel();
    opened.service.generation = streams([]);
    const request = await composeRequest({ shape: { type: 'object', properties: { days: { type: 'number' } } } });
    const { error } = await failureOf(opened.model.compose(request, never));
    expect(error.message).toMatch(/gave an empty answer/);
  });
});
