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

const CUTS: Readonly<Record<BlockKind, readonly RegExp[]>> = {
  heading: [CLAUSES],
  paragraph: [SENTENCES, LINES, CLAUSES],
  list: [LINES, SENTENCES, CLAUSES],
  table: [LINES, CLAUSES],
  code: [LINES, CLAUSES],
};

/** A block in one piece if it weighs at most `limit`, else in the largest units of its kind that do. */
export function piecesOf(text: string, block: Block, limit: number): readonly Piece[] {
  const spans = cut(text, block, CUTS[block.kind], limit);
  return spans.map((span, index) => ({ ...span, beginsBlock: index === 0 }));
}

type Span = Omit<Piece, 'beginsBlock'>;

function cut(
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
  cuts: readonly RegExp[],
  limit: number,
): readonly Span[] {
  const body = text.slice(start, end);
  const weight = weigh(body);
  if (weight <= limit) return [{ start, end, weight }];

  const [separator, ...finer] = cuts;
  if (separator === undefined) return halves(text, start, end).flatMap((half) => cut(text, half, [], limit));

  const spans: Span[] = [];
  let at = start;
  for (const match of body.matchAll(separator)) {
    const next = start + match.index + match[0].length;
    if (next > at && next < end) {
      spans.push(...cut(text, { start: at, end: next }, finer, limit));
      at = next;
    }
  }
  spans.push(...cut(text, { start: at, end }, finer, limit));
  return spans;
}

/** Cut in the middle where nothing else is left, but never within a character and its marks. */
function halves(text: string, start: number, end: number): readonly { readonly start: number; readonly end: number }[] {
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
