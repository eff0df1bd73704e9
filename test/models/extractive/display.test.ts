import { describe, expect, it } from 'vitest';
import { displayText, joint } from '../../../src/models/extractive/display.ts';

const plain = (text: string) => displayText(text, { kind: 'sentence', under: '' });

describe('A quote on display', () => {
  it.each([
    ['Pay **within 30 days** of _receipt_.', 'Pay within 30 days of receipt.'],
    ['See [the policy](https://x.test/a_(b) "T") and `max_steps`.', 'See the policy and max_steps.'],
    ['2 * 3 * 4 and snake_case_name stay', '2 * 3 * 4 and snake_case_name stay'],
    ['> quoted\n> twice', 'quoted twice'],
    ['a<br/>b', 'a b'],
  ])('loses its marks: %s', (markdown, shown) => {
    expect(plain(markdown)).toBe(shown);
  });

  it('names the columns of a row', () => {
    const row = { kind: 'row', under: '| Target | Q3 revenue |' } as const;
    expect(displayText('| Vantage | **$4.2M** |', row)).toBe('Target: Vantage; Q3 revenue: $4.2M');
  });

  it('loses the bullet of an item and keeps code as it is', () => {
    expect(displayText('- [x] *done*', { kind: 'item', under: '' })).toBe('done');
    expect(displayText('a = `b`', { kind: 'code', under: '' })).toBe('a = `b`');
  });

  it('is joined to the next by what its end lacks', () => {
    expect([joint(''), joint('Done.'), joint('Term: 1 year'), joint('完了。')]).toEqual(['', ' ', '. ', '']);
  });
});
