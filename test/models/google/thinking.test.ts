import { describe, expect, it } from 'vitest';
import { THINKING_LEVELS, type ThinkingLevel } from '../../../src/knowql/query.ts';
import { thinkingConfig } from '../../../src/models/google/thinking.ts';

const each = (control: 'level' | 'budget' | 'none', accepted: readonly ThinkingLevel[] = THINKING_LEVELS) =>
  THINKING_LEVELS.map((level) => thinkingConfig(control, level, accepted));

describe('How much to think', () => {
  it('is told by level since Gemini 3', () => {
    expect(each('level').map((config) => config?.thinkingLevel)).toEqual(['MINIMAL', 'LOW', 'MEDIUM', 'HIGH']);
  });

  it('is told in tokens to Gemini 2.5, the least being none', () => {
    const budgets = each('budget').map((config) => config?.thinkingBudget);
    expect(budgets[0]).toBe(0);
    expect(budgets).toEqual(budgets.toSorted((a = 0, b = 0) => a - b));
    expect(new Set(budgets).size).toBe(4);
  });

  it('is never none for a model that cannot be kept from thinking', () => {
    for (const config of each('budget', ['low', 'medium', 'high'])) expect(config?.thinkingBudget).toBeGreaterThan(127);
  });

  it('is the next higher level that the model takes, or its highest', () => {
    expect(each('level', ['low', 'high']).map((config) => config?.thinkingLevel)).toEqual([
      'LOW',
      'LOW',
      'HIGH',
      'HIGH',
    ]);
    expect(each('level', ['low']).map((config) => config?.thinkingLevel)).toEqual(['LOW', 'LOW', 'LOW', 'LOW']);
  });

  it('is not told to models that do not think, and never in two ways', () => {
    expect(each('none')).toEqual([undefined, undefined, undefined, undefined]);
    for (const config of [...each('level'), ...each('budget')]) expect(Object.keys(config ?? {})).toHaveLength(1);
  });
});
