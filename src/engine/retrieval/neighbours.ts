import type { Passage } from '../ports.ts';
import { mayCall, type TurnScope } from '../turn-scope.ts';

/** A chunk below this length may hold a heading or a lead-in whose sequel is the next chunk. */
const SHORT_CHUNK_CHARS = 240;
const BEST_PASSAGES = 2;
const WINDOW = 1;
/** A neighbour was not found, only read along. */
const NEIGHBOUR_WEIGHT = 0.5;

/** Adds the neighbours of short chunks among the best passages, as passages of their own at the end. */
export async function withNeighbours(
  { input, knowledge, signal }: TurnScope,
  passages: readonly Passage[],
): Promise<readonly Passage[]> {
  if (!mayCall(input, 'read_neighbours')) return passages;
  const all = [...passages];
  const known = new Set(passages.map(({ hit }) => hit.chunk.id));
  for (const { hit } of passages.slice(0, BEST_PASSAGES)) {
    if (hit.chunk.text.length >= SHORT_CHUNK_CHARS) continue;
    for (const chunk of await knowledge.neighbours(hit.chunk, WINDOW, signal)) {
      if (known.has(chunk.id)) continue;
      known.add(chunk.id);
      all.push({ number: all.length + 1, hit: { chunk, score: hit.score * NEIGHBOUR_WEIGHT, foundBy: [] } });
    }
  }
  return all;
}
