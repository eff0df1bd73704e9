import type { Content } from '@google/genai';
import { describe, expect, it } from 'vitest';
import type { ResearchMove, ResearchRequest } from '../../../src/engine/ports/research.ts';
import { FAULTS } from '../../support/gemini/faults.ts';
import { callsTools, inTurn, says, streams } from '../../support/gemini/replies.ts';
import { never, rejectionOf, researchRequest } from './support/drain.ts';
import { openModel } from './support/open-model.ts';

const openResearch = async () => {
  const opened = await openModel();
  const research = (given: Partial<ResearchRequest> = {}): Promise<ResearchMove> =>
    opened.model.research?.(researchRequest(given), never) ?? Promise.reject(new Error('it cannot research'));
  return { ...opened, research };
};

const usage = { promptTokenCount: 100, candidatesTokenCount: 10, thoughtsTokenCount: 5 };

describe('A Gemini model that researches', () => {
  it('wants calls made, and says why', async () => {
    await using opened = await openResearch();
    opened.service.generation = callsTools(
      [
        { name: 'search', args: { query: 'payment terms' } },
        { name: 'search', args: { query: 'late fees' } },
      ],
      { commentary: 'Looking for the terms.', usage },
    );
    const move = await opened.research();
    expect(move).toMatchObject({
      commentary: 'Looking for the terms.',
      calls: [
        { name: 'search', args: { query: 'payment terms' } },
        { name: 'search', args: { query: 'late fees' } },
      ],
      usage: { inputTokens: 100, outputTokens: 15, thinkingTokens: 5 },
    });
    expect(new Set(move.calls.map(({ id }) => id)).size).toBe(2);
  });

  it('is told of the tools, with the schemas of their arguments', async () => {
    await using opened = await openResearch();
    opened.service.generation = says('Enough.');
    const request = researchRequest();
    await opened.research(request);
    const [tool] = request.tools;
    expect(opened.service.calls[0]?.body['tools']).toEqual([
      {
        functionDeclarations: [
          { name: tool?.name, description: tool?.description, parametersJsonSchema: tool?.parameters },
        ],
      },
    ]);
  });

  it('has seen enough when it wants no calls', async () => {
    await using opened = await openResearch();
    opened.service.generation = streams([{ text: 'Hm.', thought: true }, { text: 'That is enough.' }]);
    expect(await opened.research()).toMatchObject({ commentary: 'That is enough.', calls: [] });
  });

  it('gets its own words back unchanged, signatures of thoughts included, with what came of the calls', async () => {
    await using opened = await openResearch();
    const said = [
      { text: 'Looking.', thoughtSignature: 'c2lnbmVkIHdvcmRz' },
      { functionCall: { id: 'theirs-1', name: 'search', args: { query: 'a' } }, thoughtSignature: 'c2lnbmVk' },
      { functionCall: { id: 'theirs-2', name: 'search', args: { query: 'b' } } },
    ];
    opened.service.generation = inTurn(streams(said), says('Enough.'));
    const move = await opened.research();
    const responses = move.calls.map(({ id, name, args }) => ({
      id,
      name,
      response: { found: args['query'] ?? null },
    }));
    // As it is when it comes back from a store.
    const record: unknown = JSON.parse(JSON.stringify(move.record));
    await opened.research({ exchanges: [{ move: { ...move, record }, responses }] });
    const contents = opened.service.calls[1]?.body['contents'] as unknown as readonly Content[];
    const [model, user] = contents.slice(-2);
    expect(model?.role).toBe('model');
    expect(model?.parts?.slice(0, 3)).toEqual(said);
    expect(user).toEqual({
      role: 'user',
      parts: [
        { functionResponse: { id: 'theirs-1', name: 'search', response: { found: 'a' } } },
        { functionResponse: { id: 'theirs-2', name: 'search', response: { found: 'b' } } },
      ],
    });
  });

  it('gives calls ids that stay unique over the moves', async () => {
    await using opened = await openResearch();
    opened.service.generation = callsTools([{ name: 'search', args: { query: 'a' } }]);
    const first = await opened.research();
    const responses = first.calls.map(({ id, name }) => ({ id, name, response: {} }));
    const second = await opened.research({ exchanges: [{ move: first, responses }] });
    expect(second.calls[0]?.id).not.toBe(first.calls[0]?.id);
  });

  it('takes up a move that another model made', async () => {
    await using opened = await openResearch();
    opened.service.generation = says('Enough.');
    const calls = [{ id: 'x', name: 'search', args: { query: 'a' } }];
    const move = { commentary: '', calls, usage: { inputTokens: 0, outputTokens: 0 }, record: { other: 'format' } };
    await opened.research({ exchanges: [{ move, responses: [{ id: 'x', name: 'search', response: { hits: 1 } }] }] });
    const contents = opened.service.calls[0]?.body['contents'] as unknown as readonly Content[];
    expect(contents.slice(-2)).toEqual([
      { role: 'model', parts: [{ functionCall: { name: 'search', args: { query: 'a' } } }] },
      { role: 'user', parts: [{ functionResponse: { name: 'search', response: { hits: 1 } } }] },
    ]);
  });

  it.each([
    ['malformed', FAULTS.malformedCall],
    ['with arguments that are no object', streams([{ functionCall: { name: 'search', args: ['a'] } }])],
    ['without a name', streams([{ functionCall: { name: '', args: {} } }])],
  ])('is asked once more after a call %s, and both are paid for', async (_, fault) => {
    await using opened = await openResearch();
    const good = callsTools([{ name: 'search', args: { query: 'a' } }], { usage });
    opened.service.generation = inTurn(fault, good);
    const move = await opened.research();
    expect(move.calls).toMatchObject([{ name: 'search', args: { query: 'a' } }]);
    expect(move.usage.inputTokens).toBeGreaterThan(100);
    expect(opened.service.calls).toHaveLength(2);
  });

  it('fails when it makes a second one', async () => {
    await using opened = await openResearch();
    opened.service.generation = streams([{ functionCall: { name: 'search', args: 'a' } }]);
    expect((await rejectionOf(opened.research())).message).toMatch(/tool call that cannot be read/);
    expect(opened.service.calls).toHaveLength(2);
  });

  it('takes a call without arguments', async () => {
    await using opened = await openResearch();
    opened.service.generation = callsTools([{ name: 'list_sources' }]);
    expect((await opened.research()).calls).toMatchObject([{ name: 'list_sources', args: {} }]);
  });
});
