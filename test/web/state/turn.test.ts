import { describe, expect, it } from 'vitest';
import type { TurnEvent, TurnItem } from '../../../src/web/api/operations.ts';
import { beforeEvents, foldTurn, newTurn, toTurn } from '../../../src/web/state/turn.ts';

const ITEM: TurnItem = {
  id: 'qry_1',
  sessionId: 'ses_1',
  status: 'COMPLETED',
  input: [{ role: 'user', content: 'What are the terms?' }],
  text: 'Net 45.',
  error: null,
  model: 'local/extractive',
  runtimeMs: 12,
  usage: { totalTokens: 40 },
  citations: [
    { source: 'msa.md', sectionPath: 'Payment', sectionPaths: [['Payment']], pages: null, grounding: 'Net 45.' },
  ],
  steps: [{ stepId: 'stp_1', status: 'COMPLETED', commentary: 'Retrieved 3 passages' }],
  warnings: [{ code: 'pinned_field_ignored', message: 'scope is pinned' }],
};

const EVENTS: readonly TurnEvent[] = [
  { seq: 1, __typename: 'CreatedEvent' },
  { seq: 2, __typename: 'StepEvent', step: { stepId: 'stp_1', status: 'RUNNING', commentary: 'Retrieving' } },
  { seq: 3, __typename: 'OutputTextDeltaEvent', delta: 'Net ' },
  {
    seq: 4,
    __typename: 'StepEvent',
    step: { stepId: 'stp_1', status: 'COMPLETED', commentary: 'Retrieved 3 passages' },
  },
  { seq: 5, __typename: 'OutputTextDeltaEvent', delta: '45.' },
];

describe('foldTurn', () => {
  it('joins deltas and keeps the latest state of each step', () => {
    const turn = EVENTS.reduce(foldTurn, newTurn('What are the terms?'));
    expect(turn.text).toBe('Net 45.');
    expect(turn.steps).toEqual([{ stepId: 'stp_1', status: 'COMPLETED', commentary: 'Retrieved 3 passages' }]);
    expect(turn.status).toBe('IN_PROGRESS');
  });

  it('ends in the stored turn', () => {
    const end: TurnEvent = { seq: 6, __typename: 'TerminalEvent', status: 'COMPLETED', error: null, query: ITEM };
    expect([...EVENTS, end].reduce(foldTurn, newTurn('What are the terms?'))).toEqual(toTurn(ITEM));
  });

  it('keeps what it has when the turn was deleted before its end was read', () => {
    const end: TurnEvent = { seq: 6, __typename: 'TerminalEvent', status: 'CANCELLED', error: 'Deleted.', query: null };
    const turn = [...EVENTS, end].reduce(foldTurn, newTurn('What are the terms?'));
    expect(turn).toMatchObject({ status: 'CANCELLED', error: 'Deleted.', text: 'Net 45.' });
  });

  it('gives the same turn when a half-read one is replayed from the start', () => {
    const half = EVENTS.slice(0, 3).reduce(foldTurn, newTurn('What are the terms?'));
    expect(EVENTS.reduce(foldTurn, beforeEvents(half))).toEqual(
      EVENTS.reduce(foldTurn, newTurn('What are the terms?')),
    );
  });
});
