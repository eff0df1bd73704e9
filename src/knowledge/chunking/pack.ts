import type { Piece } from './pieces.ts';

export interface PackedChunk {
  readonly start: number;
  readonly end: number;
  readonly weight: number;
}

/** A last chunk below this part of the size goes with the one before it. */
const SMALL = 0.2;

/**
 * Pieces of one section, packed into chunks of about equal weight. A chunk ends between blocks if it can, and a
 * line that announces what follows ("The fees are:") goes with what it announces.
 */
export function pack(
  pieces: readonly Piece[],
  size: number,
  announces: (piece: Piece) => boolean,
): readonly PackedChunk[] {
  const total = pieces.reduce((sum, piece) => sum + piece.weight, 0);
  const aim = total / Math.max(1, Math.ceil(total / (size * 1.2)));
  const groups: Piece[][] = [];
  let group: Piece[] = [];
  let weight = 0;

  for (const piece of pieces) {
    const full = weight + piece.weight > (piece.beginsBlock ? aim * 1.05 : aim * 1.15);
    if (full && (weight >= aim * 0.5 || weight + piece.weight > size * 1.5)) {
      const last = group.at(-1);
      const carried = last !== undefined && group.length > 1 && piece.beginsBlock && announces(last) ? [last] : [];
      if (group.length > carried.length) groups.push(group.slice(0, group.length - carried.length));
      group = carried;
      weight = carried[0]?.weight ?? 0;
    }
    group.push(piece);
    weight += piece.weight;
  }
  if (group.length > 0) groups.push(group);
  return withoutSmallTail(groups.map(toChunk), size);
}

/** Pieces in chunks that are as full as whole pieces make them. */
export function fill(pieces: readonly Piece[], size: number): readonly PackedChunk[] {
  const groups: Piece[][] = [];
  let group: Piece[] = [];
  let weight = 0;
  for (const piece of pieces) {
    if (group.length > 0 && weight + piece.weight > size) {
      groups.push(group);
      group = [];
      weight = 0;
    }
    group.push(piece);
    weight += piece.weight;
  }
  if (group.length > 0) groups.push(group);
  return groups.map(toChunk);
}

function toChunk(group: readonly Piece[]): PackedChunk {
  const first = group[0] as Piece;
  const last = group.at(-1) as Piece;
  return { start: first.start, end: last.end, weight: group.reduce((sum, piece) => sum + piece.weight, 0) };
}

function withoutSmallTail(chunks: readonly PackedChunk[], size: number): readonly PackedChunk[] {
  const [before, tail] = [chunks.at(-2), chunks.at(-1)];
  if (before === undefined || tail === undefined || tail.weight >= size * SMALL) return chunks;
  if (before.weight + tail.weight > size * 1.5) return chunks;
  return [...chunks.slice(0, -2), { start: before.start, end: tail.end, weight: before.weight + tail.weight }];
}
