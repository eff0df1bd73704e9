import { describe, expect, it } from 'vitest';
import { speakableEnd, toSpeech } from '../../../src/web/answer/speakable.ts';

const FIRST = 'Acme pays undisputed invoices within forty-five days of their receipt. ';

describe('speakableEnd', () => {
  it('waits for whole sentences', () => {
    for (let length = 0; length < FIRST.length; length += 1) expect(speakableEnd(FIRST.slice(0, length), 0)).toBe(0);
    expect(speakableEnd(`${FIRST}Late amou`, 0)).toBe(FIRST.length);
  });

  it('gathers short sentences', () => {
    expect(speakableEnd('Yes. It does. ', 0)).toBe(0);
    expect(speakableEnd(`Yes. It does. ${FIRST}`, 0)).toBe(14 + FIRST.length);
  });

  it('goes on from where it stopped', () => {
    expect(speakableEnd(`${FIRST}${FIRST}`, FIRST.length)).toBe(2 * FIRST.length);
    expect(speakableEnd(`${FIRST}Yes. `, FIRST.length)).toBe(FIRST.length);
  });

  it('knows the full stop of scripts without spaces', () => {
    const text = '発票は受領後四十五日以内に支払われます。'.repeat(4);
    expect(speakableEnd(`${text}次`, 0)).toBe(text.length);
  });
});

describe('toSpeech', () => {
  it('leaves out what is only for the eye', () => {
    expect(toSpeech('- Pay in **45 days** [1],\n  see `msa.md`.')).toBe('- Pay in 45 days , see msa.md.');
  });
});
