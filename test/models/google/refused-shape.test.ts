import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/lib/json.ts';
import { MemoryKnowledge } from '../../engine/support/memory-knowledge.ts';
import { finishTurn } from '../../engine/support/run.ts';
import { finish, json, ScriptedModel } from '../../engine/support/scripted-model.ts';
import type { FakeGemini, Reply } from '../../support/gemini/fake-gemini.ts';
import { refuses } from '../../support/gemini/refusals.ts';
import { inTurn, saysJson } from '../../support/gemini/replies.ts';
import { openModel } from './support/open-model.ts';

const shape = { type: 'object', properties: { days: { type: 'number' } }, required: ['days'] };
const shapes = {
  validate: (_: object, value: unknown) =>
    Promise.resolve(
      typeof (value as JsonObject)['days'] === 'number'
        ? ({ valid: true } as const)
        : ({ valid: false, violation: '/days must be number' } as const),
    ),
};
const TURN = {
  ask: 'When does Acme pay?',
  retriever: new MemoryKnowledge([{ path: 'msa.md', text: 'Acme pays within 30 days.' }]),
  controls: { shape, workflow: 'search_rag' as const },
  shapes,
};

/** Refuses whatever is to be held to a schema. */
const unlessDescribed =
  (refusal: Reply, answer: Reply): Reply =>
  (exchange) =>
    ('responseJsonSchema' in configOf(exchange.call.body) ? refusal : answer)(exchange);

const configOf = (body: JsonObject | undefined): JsonObject => (body?.['generationConfig'] ?? {}) as JsonObject;
const configs = ({ calls }: FakeGemini) => calls.map(({ body }) => configOf(body));

describe('A shape that the service refuses', () => {
  it.each(['tooManyStates', 'deepSchema', 'anyArgument'] as const)(
    'is described to the same model instead, and the step says so: %s',
    async (refusal) => {
      await using opened = await openModel();
      const { service, model } = opened;
      service.generation = unlessDescribed(refuses[refusal], saysJson({ days: 30 }));
      const next = new ScriptedModel('test/next', [[json({ days: 1 }), finish()]]);
      const { steps, terminal } = await finishTurn({ ...TURN, models: [model, next] });
      expect(terminal).toMatchObject({
        type: 'response.completed',
        result: { model: 'google/gemini-test', outputJson: { days: 30 } },
      });
      expect(steps.at(-1)?.commentary).toMatch(/google\/gemini-test refused the shape as too complex.*described/);
      expect(configs(service)).toMatchObject([
        { responseMimeType: 'application/json', responseJsonSchema: shape },
        { responseMimeType: 'application/json' },
      ]);
      expect(configs(service)[1]).not.toHaveProperty('responseJsonSchema');
      expect(JSON.stringify(service.calls[1]?.body['contents'])).toContain('The schema of the answer');
    },
  );

  it('is still held against the answer, which is repaired; what was said is said once', async () => {
    await using opened = await openModel();
    const { service, model } = opened;
    const answers = inTurn(saysJson({ days: 'thirty' }), saysJson({ days: 30 }));
    service.generation = unlessDescribed(refuses.tooManyStates, answers);
    const { steps, terminal } = await finishTurn({ ...TURN, models: [model] });
    expect(terminal.result.outputJson).toEqual({ days: 30 });
    expect(service.calls).toHaveLength(4);
    expect(steps.at(-1)?.commentary?.match(/too complex/g)).toHaveLength(1);
  });

  it('is not described twice: what is refused then as well goes to the next model', async () => {
    await using opened = await openModel();
    const { service, model } = opened;
    service.generation = refuses.anyArgument;
    const next = new ScriptedModel('test/next', [[json({ days: 1 }), finish()]]);
    const { terminal } = await finishTurn({ ...TURN, models: [model, next] });
    expect(terminal).toMatchObject({ type: 'response.completed', result: { model: 'test/next' } });
    expect(service.calls).toHaveLength(2);
  });

  it('is not described where something else was refused', async () => {
    await using opened = await openModel();
    const { service, model } = opened;
    service.generation = refuses.jsonMode;
    const { terminal } = await finishTurn({ ...TURN, models: [model] });
    expect(terminal).toMatchObject({ type: 'response.failed', error: expect.stringContaining('JSON mode') });
    expect(service.calls).toHaveLength(1);
  });
});
