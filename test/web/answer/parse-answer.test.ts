import { describe, expect, it } from 'vitest';
import { type Block, type Inline, parseAnswer, withoutOpenLine } from '../../../src/web/answer/parse-answer.ts';

const inlineText = (inline: readonly Inline[]) =>
  inline.map((piece) => (piece.kind === 'marker' ? `[${piece.number}]` : piece.text)).join('');

const show = (block: Block) => {
  switch (block.kind) {
    case 'code':
      return `code: ${block.text}`;
    case 'list':
      return `${block.ordered ? 'ol' : 'ul'}: ${block.items.map(inlineText).join(' | ')}`;
    case 'heading':
    case 'paragraph':
      return `${block.kind}: ${inlineText(block.inline)}`;
  }
};

describe('parseAnswer', () => {
  it('tells paragraphs, headings, lists and code apart', () => {
    const text = '# Terms\nNet 45\ndays.\n\n- one\n- two\n1. first\n2. second\n```\na  b\n\nc\n```\nEnd.';
    expect(parseAnswer(text).map(show)).toEqual([
      'heading: Terms',
      'paragraph: Net 45\ndays.',
      'ul: one | two',
      'ol: first | second',
      'code: a  b\n\nc',
      'paragraph: End.',
    ]);
  });

  it('reads emphasis, code and source numbers inside a line', () => {
    expect(parseAnswer('Pay in **45 days** [1], see `msa.md` [12].')).toEqual([
      {
        kind: 'paragraph',
        source: 'Pay in **45 days** [1], see `msa.md` [12].',
        inline: [
          { kind: 'text', text: 'Pay in ' },
          { kind: 'strong', text: '45 days' },
          { kind: 'marker', number: 1 },
          { kind: 'text', text: ', see ' },
          { kind: 'code', text: 'msa.md' },
          { kind: 'marker', number: 12 },
          { kind: 'text', text: '.' },
        ],
      },
    ]);
  });

  it('leaves markup that it does not know as the text that it is', () => {
    expect(parseAnswer('<img src=x onerror=alert(1)> **half `open [x] [1234]').map(show)).toEqual([
      'paragraph: <img src=x onerror=alert(1)> **half `open [x] [1234]',
    ]);
  });

  it('never changes a finished block when more text arrives', () => {
    const text = 'One **two** [1].\n\n- a\n- b\n\n1. c\n2. d\n\n```\ncode\n```\n\n## Last\n10 days.';
    const whole = parseAnswer(text);
    for (let length = 1; length < text.length; length += 1) {
      const part = parseAnswer(withoutOpenLine(text.slice(0, length)));
      expect(part.slice(0, -1)).toEqual(whole.slice(0, part.length - 1));
    }
  });

  it('says nothing of an empty answer', () => {
    expect(parseAnswer('')).toEqual([]);
    expect(parseAnswer('\n \n')).toEqual([]);
  });
});
