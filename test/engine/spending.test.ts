import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Spending } from '../../src/engine/spending.ts';

const PRICE = { input: 1.5, cachedInput: 0.15, output: 9 };

describe('Spending', () => {
  it('bills what came from the cache at its own price, and thinking as output', () => {
    const spending = new Spending();
    spending.onModel(
      { inputTokens: 1_000_000, cachedInputTokens: 400_000, outputTokens: 200_000, thinkingTokens: 50_000 },
      PRICE,
    );
    expect(spending.toUsage()).toEqual({
      inputTokens: 1_000_000,
      outputTokens: 200_000,
      totalTokens: 1_200_000,
      costUsd: 0.6 * 1.5 + 0.4 * 0.15 + 0.2 * 9,
      cachedInputTokens: 400_000,
      thinkingTokens: 50_000,
    });
  });

  it('knows no total once anything had no price', () => {
    const spending = new Spending();
    spending.onModel({ inputTokens: 10, outputTokens: 10 }, PRICE);
    expect(spending.costUsd).toBeGreaterThan(0);
    spending.onEmbedding({ embedder: 'google/e', inputTokens: 3 });
    expect(spending.toUsage()).toMatchObject({ inputTokens: 13, costUsd: null });
    expect(spending.toStepCost()).not.toHaveProperty('costUsd');
  });

  it('costs nothing known before anything is spent', () => {
    expect(new Spending().toUsage()).toEqual({ inputTokens: 0, outputTokens: 0, totalTokens: 0, costUsd: null });
  });

  it('adds up: the parts of a sum cost what the sum does, to the last digit', () => {
    const tokens = fc.nat({ max: 3_000_000_000 });
    const price = fc.constantFrom(0.025, 0.1, 0.25, 0.3, 1.25, 1.5, 2, 9, 12, 0.15);
    const call = fc.record({ inputTokens: tokens, outputTokens: tokens, input: price, output: price });
    fc.assert(
      fc.property(fc.array(call, { minLength: 1, maxLength: 12 }), (calls) => {
        const total = new Spending();
        let nano = 0;
        for (const { input, output, ...usage } of calls) {
          const step = new Spending();
          for (const sum of [total, step]) sum.onModel(usage, { input, output });
          nano += Math.round((step.costUsd ?? Number.NaN) * 1e9);
        }
        expect(Math.round((total.costUsd ?? Number.NaN) * 1e9)).toBe(nano);
      }),
    );
  });
});
