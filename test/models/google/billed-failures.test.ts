import { describe, expect, it } from 'vitest';
import type { Model } from '../../../src/engine/ports/model.ts';
import { StopError } from '../../../src/lib/signals.ts';
import { MemoryKnowledge } from '../../engine/support/memory-knowledge.ts';
import { finishTurn } from '../../engine/support/run.ts';
import { finish, ScriptedModel, text } from '../../engine/support/scripted-model.ts';
import type { Exchange, Reply } from '../../support/gemini/fake-gemini.ts';
import { frameOf, inTurn, openStream, sse, streams } from '../../support/gemini/replies.ts';
import { openModel } from './support/open-model.ts';

const PRICE = { input: 1, output: 10 };
const BILLED = { inputTokens: 1_000, outputTokens: 20 };
const COST_USD = 0.0012;
const usageMetadata = { promptTokenCount: 1_000, candidatesTokenCount: 20 };

const TURN = {
  ask: 'When does Acme pay?',
  retriever: new MemoryKnowledge([{ path: 'msa.md', text: 'Acme pays within 30 days.' }]),
};

/** Begins an answer, says what it costs so far, and then does not give the rest. */
const begins =
  (go: (exchange: Exchange) => void): Reply =>
  (exchange) => {
    openStream(exchange);
    exchange.response.write(sse({ ...frameOf([{ text: 'Half an ' }]), usageMetadata }));
    go(exchange);
  };

const breaksOff = begins(({ response }) => void response.end());
const isSilent = begins(() => {});
const endsBy = (finishReason: string) =>
  begins(({ response }) => void response.end(sse(frameOf([{ text: '' }], { finishReason }))));

const FAILURES: readonly (readonly [string, Reply])[] = [
  ['breaks off', breaksOff],
  ['is stopped by a filter', endsBy('SAFETY')],
  ['reaches its output limit', endsBy('MAX_TOKENS')],
  [
    'is refused its prompt',
    (exchange) => {
      openStream(exchange);
      exchange.response.end(sse({ promptFeedback: { blockReason: 'SAFETY' }, usageMetadata }));
    },
  ],
];

/** The model, whose signal aborts once it has told what it costs. */
function stoppedWhenBilled(model: Model) {
  const controller = new AbortController();
  const stop = () => setImmediate(() => controller.abort(new StopError('cancelled', 'stop')));
  const stopped: Model = {
    ...model,
    compose: (request, signal, report) =>
      model.compose(request, signal, (usage) => {
        report?.(usage);
        stop();
      }),
    research: (request, signal, report) =>
      model.research?.(request, signal, (usage) => {
        report?.(usage);
        stop();
      }) ?? Promise.reject(new Error('it cannot research')),
  };
  return { model: stopped, signal: controller.signal };
}

describe.each([
  ['composition', 'search_rag', 'compose'],
  ['move of research', 'search', 'research_1'],
] as const)('A %s that was billed', (_, workflow, stepId) => {
  const controls = { workflow };

  it.each(FAILURES)('counts in its step and in the turn where it %s', async (_how, reply) => {
    await using opened = await openModel({ price: PRICE });
    opened.service.generation = reply;
    const { steps, terminal } = await finishTurn({ ...TURN, models: [opened.model], controls });
    expect(terminal).toMatchObject({ type: 'response.failed', result: { usage: { ...BILLED, costUsd: COST_USD } } });
    expect(steps.at(-1)).toMatchObject({ stepId, status: 'failed', ...BILLED, cost: { costUsd: COST_USD } });
  });

  it('counts where the turn is cancelled amid it', async () => {
    await using opened = await openModel({ price: PRICE });
    opened.service.generation = isSilent;
    const { model, signal } = stoppedWhenBilled(opened.model);
    const { steps, terminal } = await finishTurn({ ...TURN, models: [model], controls, signal });
    expect(terminal).toMatchObject({ type: 'response.cancelled', result: { usage: { ...BILLED, costUsd: COST_USD } } });
    expect(steps.at(-1)).toMatchObject({ stepId, status: 'failed', ...BILLED, cost: { costUsd: COST_USD } });
    await opened.service.idle();
  });
});

describe('A move of research that was billed', () => {
  it('counts beside the answer of the model that takes over', async () => {
    await using opened = await openModel({ price: PRICE });
    opened.service.generation = endsBy('SAFETY');
    const next = Object.assign(new ScriptedModel('test/next', [[text('30 days.'), finish(40, 2)]]), { price: PRICE });
    const { steps, terminal } = await finishTurn({ ...TURN, models: [opened.model, next] });
    expect(terminal).toMatchObject({
      type: 'response.completed',
      result: { model: 'test/next', usage: { inputTokens: 1_040, outputTokens: 22, costUsd: 0.00126 } },
    });
    expect(steps[1]).toMatchObject({ stepId: 'research_1', ...BILLED, cost: { costUsd: COST_USD } });
  });

  it.each([
    ['cannot be read', streams([], { finishReason: 'MALFORMED_FUNCTION_CALL', usage: usageMetadata })],
    ['breaks off', breaksOff],
  ])('counts twice where its call cannot be read, is asked for once more and %s', async (_, second) => {
    await using opened = await openModel({ price: PRICE });
    const first = streams([], { finishReason: 'MALFORMED_FUNCTION_CALL', usage: usageMetadata });
    opened.service.generation = inTurn(first, second);
    const { terminal } = await finishTurn({ ...TURN, models: [opened.model] });
    expect(opened.service.calls).toHaveLength(2);
    expect(terminal).toMatchObject({
      type: 'response.failed',
      result: { usage: { inputTokens: 2_000, outputTokens: 40, costUsd: 2 * COST_USD } },
    });
  });
});
