import { describe, expect, it } from 'vitest';
import { splitSegments } from '../../../src/models/extractive/segments.ts';

const split = (text: string) =>
  splitSegments(text).map(({ kind, start, end, under }) => ({ kind, text: text.slice(start, end), under }));

describe('Segments', () => {
  it('tell prose, headings, pairs and code apart', () => {
    const text =
      '## Terms\n\nPaid late. Paid\nin full.\n\nGoverning law: Delaware\nTerm: 24 months\n\n```\nlet a = 1\n```\n---\n';
    expect(split(text).map(({ kind, text }) => [kind, text])).toEqual([
      ['heading', '## Terms'],
      ['sentence', 'Paid late.'],
      ['sentence', 'Paid\nin full.'],
      ['pair', 'Governing law: Delaware'],
      ['pair', 'Term: 24 months'],
      ['code', 'let a = 1'],
    ]);
  });

  it('read a row under its header and no other', () => {
    const text = '| Target | Q3 |\n|---|---|\n| Vantage | 4.2 |\n\n| A |\n|---|\n| 1 |';
    expect(split(text).map(({ kind, text, under }) => [kind, text, under])).toEqual([
      ['heading', '| Target | Q3 |', ''],
      ['row', '| Vantage | 4.2 |', '| Target | Q3 |'],
      ['heading', '| A |', ''],
      ['row', '| 1 |', '| A |'],
    ]);
  });

  it('read an item under the line that leads in', () => {
    expect(
      split('Renewals need:\n\n- usage above 80%\n- a 12-month term').map(({ kind, under }) => [kind, under]),
    ).toEqual([
      ['sentence', ''],
      ['item', 'Renewals need:'],
      ['item', 'Renewals need:'],
    ]);
  });

  it('keep paragraphs apart', () => {
    expect(split('one thing\n\nanother thing').map(({ text }) => text)).toEqual(['one thing', 'another thing']);
  });
});
