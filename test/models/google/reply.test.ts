import type { GenerateContentResponse } from '@google/genai';
import * as fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import type { ReportUsage, TokenUsage } from '../../../src/engine/ports/compose.ts';
import { GatewayError } from '../../../src/errors.ts';
import { spoken } from '../../../src/models/google/compose.ts';
import { Reply } from '../../../src/models/google/reply.ts';

/** Replies near to what the service sends, with anything in any place. */
const nearly = (value: fc.Arbitrary<unknown>) => fc.oneof({ weight: 5, arbitrary: value }, fc.jsonValue());
const part = fc.record(
  { text: nearly(fc.string()), thought: nearly(fc.boolean()), functionCall: nearly(fc.record({ name: fc.string() })) },
  { requiredKeys: [] },
);
const candidate = fc.record(
  {
    content: nearly(fc.record({ parts: nearly(fc.array(nearly(part))) })),
    finishReason: nearly(fc.constantFrom('STOP', 'MAX_TOKENS', 'SAFETY', 'toString')),
  },
  { requiredKeys: [] },
);
const piece = fc.record(
  {
    candidates: nearly(fc.array(nearly(candidate))),
    promptFeedback: nearly(fc.record({ blockReason: nearly(fc.string()) })),
    usageMetadata: nearly(fc.record({ promptTokenCount: nearly(fc.nat()), candidatesTokenCount: nearly(fc.nat()) })),
  },
  { requiredKeys: [] },
);

function readAll(pieces: readonly unknown[], report: ReportUsage = () => {}): Reply {
  const reply = new Reply('google/gemini-test', report);
  for (const each of pieces) spoken(reply.read(each as GenerateContentResponse));
  reply.finish();
  return reply;
}

describe('A reply', () => {
  it('is read or refused in words, whatever came', () => {
    fc.assert(
      fc.property(fc.array(nearly(piece)), (pieces) => {
        try {
          const { inputTokens, outputTokens } = readAll(pieces).usage;
          expect([inputTokens, outputTokens].every((count) => Number.isSafeInteger(count) && count >= 0)).toBe(true);
        } catch (error) {
          if (!(error instanceof GatewayError)) throw error;
        }
      }),
      { numRuns: 1_000 },
    );
  });

  it('costs what its last pieces say, each count once', () => {
    const reports: TokenUsage[] = [];
    const pieces = [
      { usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 1 } },
      { usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 7, thoughtsTokenCount: 3 } },
      { candidates: [{ finishReason: 'STOP' }], usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 9 } },
    ];
    const { usage } = readAll(pieces, (so) => reports.push(so));
    expect(usage).toEqual({ inputTokens: 10, outputTokens: 12, cachedInputTokens: 0, thinkingTokens: 3 });
    expect(reports.map(({ outputTokens }) => outputTokens)).toEqual([1, 10, 12]);
    expect(reports.at(-1)).toEqual(usage);
  });

  it('tells what it costs before it is refused', () => {
    const report = vi.fn<ReportUsage>();
    const blocked = { promptFeedback: { blockReason: 'SAFETY' }, usageMetadata: { promptTokenCount: 10 } };
    expect(() => readAll([blocked], report)).toThrow('filters blocked the prompt');
    expect(report).toHaveBeenCalledWith(expect.objectContaining({ inputTokens: 10, outputTokens: 0 }));
  });

  it('ends as its last finish reason says', () => {
    const pieces = [{ candidates: [{ finishReason: 'STOP' }] }, { candidates: [{ content: { parts: [] } }] }];
    expect(() => readAll(pieces)).not.toThrow();
  });
});
