import { describe, expect, it } from 'vitest';
import type { ResearchRequest } from '../../../src/engine/ports/research.ts';
import { researchPrompt } from '../../../src/models/prompting/research-prompt.ts';
import { context } from '../../engine/support/memory-knowledge.ts';

const REQUEST: ResearchRequest = {
  ask: 'And on renewal?',
  standaloneAsk: 'What are the terms? And on renewal?',
  history: [{ queryId: 'qry_1', ask: 'What are the terms?', answer: 'Net 30.' }],
  systemPrompt: 'You speak for Acme.',
  guardrails: 'Never give legal advice.',
  vars: {},
  shape: null,
  thinkingLevel: 'low',
  contexts: [{ ...context('docs'), instructions: 'Amounts are in euros.' }, context('pricing')],
  tools: [],
  exchanges: [],
  stepsLeft: 8,
};

const exchange = {
  move: { commentary: '', calls: [], usage: { inputTokens: 1, outputTokens: 1 }, record: null },
  responses: [],
};

describe('The prompt of a research', () => {
  it('gives guidance its order and ends with the question', () => {
    const { system, turns } = researchPrompt(REQUEST);
    const places = ['# Rules', 'Never give legal advice.', 'You speak for Acme.', '> Amounts are in euros.'].map(
      (part) => system.indexOf(part),
    );
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect(turns.map(({ role }) => role)).toEqual(['user', 'model', 'user']);
    expect(turns[2]?.text).toBe(
      'The contexts in reach: "docs", "pricing".\n\nWith what it takes from the conversation, the question reads:\n> What are the terms? And on renewal?\n\nThe question:\nAnd on renewal?',
    );
  });

  it('stays the same from move to move, so that its beginning can be cached', () => {
    const later = { ...REQUEST, exchanges: [exchange, exchange], stepsLeft: 6 };
    expect(researchPrompt(later)).toEqual(researchPrompt(REQUEST));
    expect(researchPrompt(REQUEST).system).toContain('at most 8 moves');
    expect(researchPrompt({ ...REQUEST, stepsLeft: 1 }).system).toContain('You have one move');
  });

  it('shows the shape that the answer will have', () => {
    const shape = { type: 'object', properties: { days: { type: 'integer' } } };
    expect(researchPrompt({ ...REQUEST, shape }).turns.at(-1)?.text).toContain(JSON.stringify(shape));
  });
});
