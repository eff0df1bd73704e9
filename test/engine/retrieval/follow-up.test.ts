import { describe, expect, it } from 'vitest';
import { toStandaloneAsk } from '../../../src/engine/retrieval/follow-up.ts';
import { terms } from '../support/memory-knowledge.ts';

const turn = (ask: string, answer = '') => ({ queryId: 'qry_1', ask, answer });
const read = (ask: string, ...history: ReturnType<typeof turn>[]) => toStandaloneAsk(ask, history, { terms }).text;

const PAYMENT = turn("What are Acme's payment terms?", 'Net 30, paid by wire.');

describe('An ask that leans on earlier turns', () => {
  it.each([
    'And on renewal?',
    'What about late fees?',
    'How long is it valid?',
    'Why?',
    'On which date were they agreed?',
    'and the penalty for that?',
  ])('takes the earlier ask along: %s', (ask) => {
    expect(read(ask, PAYMENT)).toBe(`What are Acme's payment terms? ${ask}`);
  });

  it.each([
    'What is the notice period of the Globex lease?',
    'Who signed the Globex agreement, and when did Globex sign it?',
    'When did Globex sign its lease?',
    'What is chunking?',
    'Are there any exclusivity clauses in the Globex lease?',
  ])('is not one that names its own subject: %s', (ask) => {
    expect(read(ask, PAYMENT)).toBe(ask);
  });

  it('reaches back as far as the asks before it lean on others', () => {
    expect(read('And in 2024?', turn('Who audits Initech?'), PAYMENT, turn('And on renewal?'))).toBe(
      "What are Acme's payment terms? And on renewal? And in 2024?",
    );
  });

  it('takes the name along that the last answer gave, where it points back', () => {
    const history = turn('Who coached the Panthers?', 'The team was led by Ron Rivera in that season.');
    expect(read('Where was he born?', history)).toBe('Who coached the Panthers? Where was he born? (Ron Rivera)');
  });

  it('stands alone on the first turn', () => {
    expect(toStandaloneAsk('And on renewal?', [], { terms })).toEqual({ text: 'And on renewal?', carried: [] });
  });
});
