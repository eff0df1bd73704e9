import { splitSentences } from './sentences.ts';
import { type TextSpan, trimSpan } from './text-span.ts';

export type SegmentKind = 'sentence' | 'item' | 'row' | 'pair' | 'heading' | 'code';

/** A quotable piece of a chunk: what an answer may consist of. */
export interface Segment extends TextSpan {
  readonly kind: SegmentKind;
  /** What the segment is read under although it stands elsewhere: a table's header row, a list's lead-in. */
  readonly under: string;
}

const FENCE = /^\s*(?:```|~~~)/;
const HEADING = /^\s{0,3}#{1,6}\s+\S/;
const ITEM = /^\s*(?:[-*+•]|\d{1,3}[.)]|\([a-z\d]{1,3}\))\s+\S/i;
const ROW = /^\s*\|.*\|\s*$/;
const RULE = /^\s*(?:\|?\s*:?-{3,}:?\s*(?:\||$)|[-=*_]{3,}\s*$)/;
/** "Governing law: Delaware": a short label, a colon, a value. No address and no clock time. */
const PAIR = /^\s*(?:[*_]{1,2})?\p{L}[^:|\n]{0,48}:(?:[*_]{1,2})?[ \t]+\S/u;

interface Line extends TextSpan {
  readonly text: string;
}

/** Takes a text apart into segments, in order. Rules, fences and blank lines belong to none. */
export function splitSegments(text: string): readonly Segment[] {
  const segments: Segment[] = [];
  let paragraph: Line[] = [];
  let leadIn = '';
  let header = '';
  let fenced = false;

  const add = (kind: SegmentKind, span: TextSpan, under = '') => {
    const trimmed = trimSpan(text, span);
    if (trimmed !== undefined) segments.push({ ...trimmed, kind, under });
  };
  const endParagraph = () => {
    const [first, last] = [paragraph[0], paragraph.at(-1)];
    paragraph = [];
    if (first === undefined || last === undefined) return;
    const sentences = splitSentences(text, { start: first.start, end: last.end });
    for (const sentence of sentences) add('sentence', sentence);
    const tail = sentences.at(-1);
    leadIn =
      tail !== undefined && text.slice(tail.start, tail.end).endsWith(':') ? text.slice(tail.start, tail.end) : '';
  };

  for (const line of linesOf(text)) {
    if (FENCE.test(line.text)) {
      endParagraph();
      fenced = !fenced;
      continue;
    }
    if (fenced) {
      add('code', line);
      continue;
    }
    const isRow = ROW.test(line.text);
    if (!isRow) header = '';
    if (line.text.trim() === '' || RULE.test(line.text)) {
      endParagraph();
    } else if (HEADING.test(line.text)) {
      endParagraph();
      leadIn = '';
      add('heading', line);
    } else if (isRow) {
      endParagraph();
      // The names of the columns answer nothing by themselves.
      if (header === '') add('heading', line);
      else add('row', line, header);
      if (header === '') header = line.text;
    } else if (ITEM.test(line.text)) {
      endParagraph();
      for (const sentence of splitSentences(text, line)) add('item', sentence, leadIn);
    } else if (PAIR.test(line.text) && line.text.length < 240 && !/[.!?]\s+\S/.test(line.text)) {
      endParagraph();
      add('pair', line);
    } else if (/^\s{2,}/.test(line.text) && paragraph.length === 0 && segments.at(-1)?.kind === 'item') {
      // A continued list item is read under its list as well.
      for (const sentence of splitSentences(text, line)) add('item', sentence, leadIn);
    } else {
      paragraph.push(line);
    }
  }
  endParagraph();
  return segments;
}

function* linesOf(text: string): Generator<Line> {
  for (let start = 0; start <= text.length; ) {
    const newline = text.indexOf('\n', start);
    const end = newline === -1 ? text.length : newline;
    yield { start, end, text: text.slice(start, end) };
    start = end + 1;
  }
}
