import type { Block, ParsedDocument, Section } from '../parse/document.ts';
import { withOverlap } from './overlap.ts';
import { fill } from './pack.ts';
import { type Piece, sentencesOf, wordsOf } from './pieces.ts';
import type { HeadedSpan } from './section-spans.ts';

/** Spans of at most `size` words that run on from section to section. Each has the headings above its first new word. */
export function runningSpans(
  { text, sections }: ParsedDocument,
  strategy: 'sentences' | 'fixed',
  { size, overlap }: { readonly size: number; readonly overlap: number },
): readonly HeadedSpan[] {
  const split = (block: Block, limit: number): readonly Piece[] =>
    strategy === 'fixed' ? wordsOf(text, block) : sentencesOf(text, block, limit);
  const blocks = sections.flatMap((section) => section.blocks);
  const filled = fill(
    blocks.flatMap((block) => split(block, size)),
    size,
  );
  const paths = headingPathsAt(
    sections,
    filled.map(({ start }) => start),
  );
  const spans = withOverlap(filled, blocks, { overlap, split: (block) => split(block, overlap) });
  return spans.map(({ start, end }, index) => ({ headingPath: paths[index] ?? [], start, end }));
}

/** The headings above each of these places, which rise. */
function headingPathsAt(sections: readonly Section[], places: readonly number[]): readonly (readonly string[])[] {
  let at = 0;
  return places.map((place) => {
    while (place >= (sections[at + 1]?.start ?? Number.POSITIVE_INFINITY)) at += 1;
    return sections[at]?.headingPath ?? [];
  });
}
