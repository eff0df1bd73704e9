import { describe, expect, it } from 'vitest';
import { capitalsTellNames, contentWords } from '../../../src/engine/retrieval/words.ts';
import { terms } from '../support/memory-knowledge.ts';

describe('The content of an ask', () => {
  it.each([
    ['Tell me how many sacks Jared Allen has', ['sacks', 'Jared', 'Allen']],
    ['Wie viele Punkte gab die Verteidigung ab?', ['Punkte', 'gab', 'Verteidigung']],
    ['Combien de points la défense a-t-elle cédés?', ['points', 'défense', 'a-t-elle', 'cédés']],
    ['When did Tesla die?', ['Tesla', 'die']],
    ['Сколько очков набрала команда?', ['очков', 'набрала', 'команда']],
  ])('is what is left without the words that only ask: %s', (ask, content) => {
    expect(contentWords(ask, { terms })).toEqual(content);
  });

  it('has names by their capitals, but not in German', () => {
    expect(capitalsTellNames('Who governs Delaware?')).toBe(true);
    expect(capitalsTellNames('Wer trägt die Kosten der Lieferung?')).toBe(false);
  });
});
