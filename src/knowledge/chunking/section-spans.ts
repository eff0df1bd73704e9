import type { ParsedDocument, Section } from '../parse/document.ts';
import { withOverlap } from './overlap.ts';
import { pack } from './pack.ts';
import { type Piece, piecesOf } from './pieces.ts';

export interface HeadedSpan {
  readonly headingPath: readonly string[];
  readonly start: number;
  readonly end: number;
}

/** Spans of about `size` words that never cross a heading. */
export function sectionSpans(
  { text, sections }: ParsedDocument,
  { size, overlap }: { readonly size: number; readonly overlap: number },
): readonly HeadedSpan[] {
  const announces = (piece: Piece) => text.slice(piece.start, piece.end).trimEnd().endsWith(':');
  const spans: HeadedSpan[] = [];
  let pending: Section | undefined;
  for (const section of sections) {
    if (pending !== undefined && !introduces(pending, section)) {
      spans.push(pending);
      pending = undefined;
    }
    if (section.blocks.every(({ kind }) => kind === 'heading')) {
      pending = { ...section, start: pending?.start ?? section.start };
      continue;
    }
    const { headingPath, blocks } = section;
    const pieces = blocks.flatMap((block) => piecesOf(text, block, size));
    const packed = withOverlap(pack(pieces, size, announces), blocks, {
      overlap,
      split: (block) => piecesOf(text, block, overlap),
    });
    packed.forEach(({ start, end }, index) => {
      spans.push({ headingPath, start: index === 0 ? (pending?.start ?? start) : start, end });
    });
    pending = undefined;
  }
  return pending === undefined ? spans : [...spans, pending];
}

function introduces(heading: Section, section: Section): boolean {
  return (
    section.headingPath.length > heading.headingPath.length &&
    heading.headingPath.every((title, index) => section.headingPath[index] === title)
  );
}
