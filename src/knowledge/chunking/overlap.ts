import type { Block } from '../parse/document.ts';
import type { PackedChunk } from './pack.ts';
import type { Piece } from './pieces.ts';

export interface OverlapOptions {
  /** Words. */
  readonly overlap: number;
  /** What of a block is repeated whole or not at all. */
  readonly split: (block: Block) => readonly Piece[];
}

/**
 * Chunks that begin with the last pieces of the one before, as many as weigh no more than the overlap together. Never
 * with all of them: of two chunks, none holds the other.
 */
export function withOverlap(
  chunks: readonly PackedChunk[],
  blocks: readonly Block[],
  { overlap, split }: OverlapOptions,
): readonly PackedChunk[] {
  if (overlap === 0) return chunks;
  let at = 0;
  return chunks.map((chunk, index) => {
    const before = chunks[index - 1];
    if (before === undefined) return chunk;
    while ((blocks[at]?.end ?? Number.POSITIVE_INFINITY) <= before.start) at += 1;
    const pieces: Piece[] = [];
    for (let next = at; (blocks[next]?.start ?? Number.POSITIVE_INFINITY) < before.end; next += 1) {
      const { kind, start, end } = blocks[next] as Block;
      pieces.push(...split({ kind, start: Math.max(start, before.start), end: Math.min(end, before.end) }));
    }
    return { ...chunk, start: tailOf(pieces.slice(1), overlap) ?? chunk.start };
  });
}

/** Where the last pieces that fit begin; undefined where not even the last one does. */
function tailOf(pieces: readonly Piece[], overlap: number): number | undefined {
  let start: number | undefined;
  let weight = 0;
  for (const piece of pieces.toReversed()) {
    weight += piece.weight;
    if (weight > overlap) break;
    start = piece.start;
  }
  return start;
}
