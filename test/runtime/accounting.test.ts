import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Query, QueryRequest } from '../../src/knowql/query.ts';
import { DEFAULT_CATALOG } from '../../src/models/default-catalog.ts';
import { openModels } from '../../src/models/open-models.ts';
import { openTestRuntime, sampleSources, type TestRuntime } from '../support/gateway.ts';
import { answersFromPassages } from '../support/gemini/answers-from-passages.ts';
import { FakeGemini } from '../support/gemini/fake-gemini.ts';
import { FAULTS } from '../support/gemini/faults.ts';

const DOCUMENT = { ask: "What are Acme's payment terms?", scope: ['contracts'] };
const PRICE = { input: 1.5, cachedInput: 0.15, output: 9 };
const nano = (usd: number | null | undefined) => Math.round((usd ?? 0) * 1e9);

const sum = <T>(items: readonly T[], of: (item: T) => number | undefined): number =>
  items.reduce((total, item) => total + (of(item) ?? 0), 0);

describe('what a turn used', () => {
  let opened: TestRuntime;
  let gemini: FakeGemini;

  beforeAll(async () => {
    gemini = await FakeGemini.start();
    const { catalog } = await openModels(DEFAULT_CATALOG, { apiKey: 'a-key', baseUrl: gemini.url });
    opened = await openTestRuntime({ models: catalog });
    await opened.addContext('contracts', await sampleSources('contracts'));
  });
  afterAll(async () => {
    await opened[Symbol.asyncDispose]();
    await gemini[Symbol.asyncDispose]();
  });

  const ask = async (more: Partial<QueryRequest> = {}): Promise<Query> => {
    const { services, viewer } = opened.runtime;
    const { id } = await services.turns.submit({ ...DOCUMENT, ...more }, { viewer });
    return services.turns.wait(id, viewer, new AbortController().signal);
  };

  const expectToAddUp = ({ steps, usage, rollup, synthesis }: Query) => {
    expect(sum(steps, ({ inputTokens }) => inputTokens)).toBe(usage.inputTokens);
    expect(sum(steps, ({ outputTokens }) => outputTokens)).toBe(usage.outputTokens);
    expect(sum(steps, ({ cost }) => cost?.tokensInCached)).toBe(usage.cachedInputTokens ?? 0);
    expect(sum(steps, ({ cost }) => cost?.tokensThinking)).toBe(usage.thinkingTokens ?? 0);
    expect(sum(steps, ({ cost }) => nano(cost?.costUsd))).toBe(nano(usage.costUsd));
    expect(usage.totalTokens).toBe(usage.inputTokens + usage.outputTokens);
    for (const [at, step] of steps.entries()) {
      expect(step.totalTokens).toBe((step.inputTokens ?? 0) + (step.outputTokens ?? 0));
      expect(step.cumInputTokens).toBe(sum(steps.slice(0, at + 1), ({ inputTokens }) => inputTokens));
      expect(step.cumOutputTokens).toBe(sum(steps.slice(0, at + 1), ({ outputTokens }) => outputTokens));
      expect(step.cost).toMatchObject({ tokensIn: step.inputTokens, tokensOut: step.outputTokens });
    }
    expect(rollup?.nSteps).toBe(steps.length);
    expect(rollup?.nToolCalls).toBe(sum(steps, ({ toolCalls }) => toolCalls?.length));
    expect(sum(Object.values(rollup?.byCategory ?? {}), (count) => count)).toBe(rollup?.nToolCalls);
    expect(rollup?.cacheReadTokens).toBe(usage.cachedInputTokens ?? 0);
    const compose = steps.find(({ stepId }) => stepId === 'compose');
    expect(synthesis).toMatchObject({ tokensIn: compose?.inputTokens, tokensOut: compose?.outputTokens });
  };

  it.each(['search', 'search_rag'])('adds up over the steps of %s, in tokens and in money', async (workflow) => {
    gemini.generation = answersFromPassages();
    const query = await ask({ workflow });
    expect(query).toMatchObject({ status: 'completed', error: null, model: 'google/gemini-3.5-flash' });
    expectToAddUp(query);
    const { inputTokens, outputTokens, cachedInputTokens = 0, costUsd } = query.usage;
    expect(inputTokens).toBeGreaterThan(0);
    expect(nano(costUsd)).toBe(
      Math.round(
        1_000 *
          ((inputTokens - cachedInputTokens) * PRICE.input +
            cachedInputTokens * PRICE.cachedInput +
            outputTokens * PRICE.output),
      ),
    );
  });

  it('is billed at the price of each model that was asked, whoever answered in the end', async () => {
    gemini.generation = (exchange) =>
      (exchange.call.model === 'gemini-3.1-pro-preview' ? FAULTS.noCandidates : answersFromPassages())(exchange);
    const query = await ask({ models: ['pro', 'lite'], workflow: 'search_rag' });
    expect(query).toMatchObject({ status: 'completed', model: 'google/gemini-3.1-flash-lite' });
    expectToAddUp(query);
    expect(query.steps.at(-1)?.commentary).toContain('google/gemini-3.1-pro-preview could not answer');
  });

  it('has no price when a model without one had its part', async () => {
    gemini.generation = FAULTS.noCandidates;
    const query = await ask({ models: ['pro', 'local/extractive'], workflow: 'search_rag' });
    expect(query).toMatchObject({ status: 'completed', model: 'local/extractive' });
    expect(query.usage.costUsd).toBeNull();
    expectToAddUp(query);
  });

  it('counts on a turn that failed', async () => {
    gemini.generation = FAULTS.safetyBlock;
    const query = await ask({ workflow: 'search_rag' });
    expect(query.status).toBe('failed');
    expectToAddUp(query);
  });

  it('left nothing behind, and no connection open', async () => {
    expect(opened.faults).toEqual([]);
    await gemini.idle();
  });
});
