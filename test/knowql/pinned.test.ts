import { describe, expect, it } from 'vitest';
import { isContinuing, pinnedFieldWarnings } from '../../src/knowql/pinned.ts';

const CONFIGURATION = { scope: ['c'], systemPrompt: 's', guardrails: 'g', vars: {}, tools: [] };

describe('pinned fields', () => {
  it('are each warned of on a continuing turn', () => {
    const warnings = pinnedFieldWarnings({ ask: 'a', sessionId: 'ses_1', ...CONFIGURATION });
    expect(warnings.map(({ code, field }) => [code, field])).toStrictEqual([
      ['pinned_field_ignored', 'scope'],
      ['pinned_field_ignored', 'system_prompt'],
      ['pinned_field_ignored', 'guardrails'],
      ['pinned_field_ignored', 'vars'],
      ['pinned_field_ignored', 'tools'],
    ]);
  });

  it('do not include the model and the workflow, which a turn may choose for itself', () => {
    expect(
      pinnedFieldWarnings({ ask: 'a', previousQueryId: 'qry_1', model: 'pro', models: ['pro'], workflow: 'search' }),
    ).toStrictEqual([]);
  });

  it('take effect on the turn that starts a session', () => {
    expect(pinnedFieldWarnings({ ask: 'a', ...CONFIGURATION })).toStrictEqual([]);
    expect(isContinuing({})).toBe(false);
  });
});
