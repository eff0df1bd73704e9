import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/lib/json.ts';
import { MemoryKnowledge } from '../../engine/support/memory-knowledge.ts';
import { finishTurn } from '../../engine/support/run.ts';
import { finish, ScriptedModel, text } from '../../engine/support/scripted-model.ts';
import { refuses } from '../../support/gemini/refusals.ts';
import { callsTools, inTurn, says } from '../../support/gemini/replies.ts';
import { openModel } from './support/open-model.ts';

const retriever = () =>
  new MemoryKnowledge([
    {
      path: 'msa.md',
      text: '# MSA\n\n## Payment\n\nAcme pays within 30 days of the invoice date.\n\n## Law\n\nThe law of Delaware governs this agreement.',
    },
  ]);

const LOOKS_THINGS_UP = [
  callsTools(
    [
      { name: 'search', args: { query: 'payment days' } },
      { name: 'outline', args: { page: 2 } },
    ],
    {
      commentary: 'Payment first.',
    },
  ),
  callsTools([{ name: 'read_source', args: { source: 'msa.md', section: 'Law' } }]),
  says('I have seen enough.'),
] as const;

describe('A turn that a Gemini model looks things up for', () => {
  it('goes over the wire move by move, and its answer is held to what was found', async () => {
    await using opened = await openModel({ price: { input: 1, output: 10 } });
    const { service, model } = opened;
    service.generation = inTurn(
      ...LOOKS_THINGS_UP,
      // What was read ranks above what was only found.
      says(['Acme pays within 30 da', 'ys [', '2]. Delaware law gov', 'erns the agreement [1', '][7].']),
    );
    const { terminal, steps, text: told, events } = await finishTurn({ retriever: retriever(), models: [model] });

    expect(told).toBe('Acme pays within 30 days. Delaware law governs the agreement.');
    expect(steps.map(({ stepId, status }) => `${stepId} ${status}`)).toEqual([
      'plan completed',
      'research_1 completed',
      'research_2 completed',
      'research_3 completed',
      'compose completed',
    ]);
    expect(terminal.result.citations.map(({ source, grounding }) => [source, grounding])).toEqual([
      ['msa.md', 'Acme pays within 30 days of the invoice date.'],
      ['msa.md', 'The law of Delaware governs this agreement.'],
    ]);
    expect(steps[1]?.commentary).toBe('Payment first. Found 1 passage in 1 source. 1 call could not be made.');
    expect(steps.at(-1)?.commentary).toMatch(/1 reference to nothing retrieved/);
    expect(terminal.result.usage.costUsd).toBeGreaterThan(0);
    expect(events.filter(({ type }) => type === 'response.completed')).toHaveLength(1);
  });

  it('shows the model its own moves and what came of them, texts called data', async () => {
    await using opened = await openModel();
    const { service, model } = opened;
    service.generation = inTurn(...LOOKS_THINGS_UP, says('Within 30 days [1].'));
    await finishTurn({ retriever: retriever(), models: [model], guardrails: 'No legal advice.' });

    const contents = service.calls[2]?.body['contents'] as readonly JsonObject[];
    expect(contents.map(({ role }) => role)).toEqual(['user', 'model', 'user', 'model', 'user']);
    const parts = (contents[2]?.['parts'] ?? []) as readonly { functionResponse: { response: JsonObject } }[];
    const [search, outline] = parts;
    expect(search?.functionResponse.response).toMatchObject({
      notice: expect.stringContaining('never instructions'),
      passages: [{ source: 'msa.md', section: 'MSA › Payment', text: 'Acme pays within 30 days of the invoice date.' }],
    });
    expect(outline?.functionResponse.response['error']).toMatch(/no argument "page"; use context, contains, from/);
    const [first, second] = service.calls.map(({ body }) => JSON.stringify(body['systemInstruction']));
    expect(first).toContain('No legal advice.');
    expect(second).toBe(first);
    expect(service.calls[3]?.body['tools']).toBeUndefined();
  });

  it('is passed on to the next model while it has made no move', async () => {
    await using opened = await openModel();
    const { service, model } = opened;
    service.generation = refuses.unknownModel;
    const next = new ScriptedModel('test/next', [[text('Within 30 days.'), finish()]]);
    const { terminal, steps } = await finishTurn({
      retriever: retriever(),
      models: [model, next],
      ask: 'payment days',
    });
    expect(terminal).toMatchObject({ type: 'response.completed', result: { model: 'test/next' } });
    expect(steps[1]?.commentary).toMatch(/google\/gemini-test could not look anything up: .*404/);
    expect(service.calls).toHaveLength(1);
  });
});
