import { describe, expect, it } from 'vitest';
import { GatewayError } from '../../src/errors.ts';
import { toControls } from '../../src/knowql/check.ts';
import { parseQueryDocument, parseQueryText } from '../../src/knowql/parse.ts';
import type { WarningCode } from '../../src/knowql/warnings.ts';
import type { ConformanceInput, Expectation } from '../conformance/cases/conformance-case.ts';
import { CONFORMANCE_CASES } from '../conformance/cases/conformance-cases.ts';

/** What parsing and checking come to, in the words of an expectation. */
function outcomeOf(input: ConformanceInput): Expectation {
  if ('sequence' in input) throw new Error('a sequence needs a gateway');
  try {
    const request = 'text' in input ? parseQueryText(input.text) : parseQueryDocument(input.document);
    const { warnings } = toControls(request, { maxSteps: { search: 8, search_rag: 1 }, thinkingLevel: 'low' });
    if (warnings.length === 0) return { kind: 'accepted' };
    return { kind: 'warned', warnings: warnings.map(({ code, field }) => [code as WarningCode, field ?? '']) };
  } catch (error) {
    if (error instanceof GatewayError) return { kind: 'refused', code: error.code, field: error.field };
    throw error;
  }
}

describe('the conformance cases that the language decides alone: it', () => {
  it.each(CONFORMANCE_CASES.filter(({ pure }) => pure))('$name', ({ input, expect: expected }) => {
    expect(outcomeOf(input)).toStrictEqual(expected);
  });
});

describe('the conformance cases that are left to the gateway', () => {
  it('are none that the language refuses', () => {
    const left = CONFORMANCE_CASES.filter(({ pure, input }) => !pure && !('sequence' in input));
    expect(left.filter(({ input }) => outcomeOf(input).kind === 'refused')).toStrictEqual([]);
  });

  it('and the others have names of their own, and are at least 150', () => {
    const names = new Set(CONFORMANCE_CASES.map(({ name }) => name));
    expect(names.size).toBe(CONFORMANCE_CASES.length);
    expect(names.size).toBeGreaterThanOrEqual(150);
  });
});
