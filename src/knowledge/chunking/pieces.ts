import type { Block, BlockKind } from '../parse/document.ts';
import { weigh } from './weight.ts';

/** A stretch of text that a chunk takes whole. Pieces of a block follow each other without a gap. */
export interface Piece {
  readonly start: number;
  readonly end: number;
  readonly weight: number;
  readonly beginsBlock: boolean;
}

/** Where a text may be cut after, each finer than the one before. */
const LINES = /\n/g;
const SENTENCES = /[.!?…]["'”’)\]]*\s+(?=["'“‘([]?[\p{Lu}\p{Lo}\p{N}])|[。！？]["'”’）」』]*|\n\s*\n/gu;
const CLAUSES = /[,;:，；：、]\s*|\s+/gu;
const SPACES = /\s+/gu;
/** Words that a run without spaces may count for and stay whole: long names and short phrases do. */
const WORD = 4;

const CUTS: Readonly<Record<BlockKind, readonly RegExp[]>> = {
  heading: [CLAUSES],
  paragraph: [SENTENCES, LINES, CLAUSES],
  list: [LINES, SENTENCES, CLAUSES],
  table: [LINES, CLAUSES],
  code: [LINES, CLAUSES],
};

/** A block in one piece if it weighs at most `limit`, else in the largest units of its kind that do. */
export function piecesOf(text: string, block: Block, limit: number): readonly Piece[] {
  return toPieces(cut(text, block, CUTS[block.kind], limit));
}

/** A block's sentences, rows or lines, each in one piece if it weighs at most `limit`. */
export function sentencesOf(text: string, block: Block, limit: number): readonly Piece[] {
  const [separator = CLAUSES, ...finer] = CUTS[block.kind];
  return toPieces(split(text, block, separator).flatMap((span) => cut(text, span, finer, limit)));
}

/** A block word by word, with the white space after each; long runs without spaces in pieces of a few words. */
export function wordsOf(text: string, block: Block): readonly Piece[] {
  return toPieces(split(text, block, SPACES).flatMap((span) => cut(text, span, [], WORD)));
}

function toPieces(spans: readonly Span[]): readonly Piece[] {
  return spans.map((span, index) => ({ ...span, beginsBlock: index === 0 }));
}

type Span = Omit<Piece, 'beginsBlock'>;

function cut(text: string, { start, end }: Range, cuts: readonly RegExp[], limit: number): readonly Span[] {
  const body = text.slice(start, end);
  const weight = weigh(body);
  if (weight <= limit) return [{ start, end, weight }];

  const [separator, ...finer] = cuts;
  if (separator === undefined) return halves(text, start, end).flatMap((half) => cut(text, half, [], limit));

  return split(text, { start, end }, separator).flatMap((part) => cut(text, part, finer, limit));
}

interface Range {
  readonly start: number;
  readonly end: number;
}

function split(text: string, { start, end }: Range, separator: RegExp): readonly Range[] {
  const parts: Range[] = [];
  let at = start;
  for (const match of text.slice(start, end).matchAll(separator)) {
    const next = start + match.index + match[0].length;
    if (next > at && next < end) {
      parts.push({ start: at, end: next });
      at = next;
    }
  }
  return [...parts, { start: at, end }];
}

/** Cut in the middle where nothing else is left, but never within a character and its marks. */
function halves(text: string, start: number, end: number): readonly Range[] {
  const cuttable = (at: number) =>
    !/^(?:\p{M}|[\u{dc00}-\u{dfff}]|\p{Join_Control}|\p{Variation_Selector})/u.test(text.slice(at, at + 1));
  const half = start + Math.ceil((end - start) / 2);
  let middle = half;
  while (middle < end && !cuttable(middle)) middle += 1;
  if (middle >= end) middle = half;
  return [
    { start, end: middle },
    { start: middle, end },
  ];
}
