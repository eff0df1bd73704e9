import type { Chunk, Hit } from '../ports/knowledge.ts';
import { mayCall, type TurnScope } from '../turn-scope.ts';

/** A chunk below this length may hold a heading or a lead-in whose sequel is the next chunk. */
const SHORT_CHUNK_CHARS = 240;
const BEST_HITS = 2;
/** Chunks to either side. */
export const NEIGHBOUR_WINDOW = 1;
/** A neighbour was not found, only read along. */
const NEIGHBOUR_WEIGHT = 0.5;

/** Adds what stands beside the best hits where these are short: after all that were found, and no more than `room`. */
export async function withNeighbours(
  scope: TurnScope,
  hits: readonly Hit[],
  room = Number.POSITIVE_INFINITY,
): Promise<readonly Hit[]> {
  return room <= 0 ? hits : [...hits, ...(await neighboursOf(scope, hits)).slice(0, room)];
}

/** As hits that no list held. */
async function neighboursOf({ input, knowledge, signal }: TurnScope, hits: readonly Hit[]): Promise<readonly Hit[]> {
  if (!mayCall(input, 'read_neighbours')) return [];
  const known = new Set(hits.map(({ chunk }) => chunk.id));
  const neighbours: Hit[] = [];
  for (const { chunk, score } of hits.slice(0, BEST_HITS)) {
    if (chunk.text.length >= SHORT_CHUNK_CHARS) continue;
    const beside: readonly Chunk[] = await knowledge.neighbours(chunk, NEIGHBOUR_WINDOW, signal);
    for (const neighbour of beside) {
      if (known.has(neighbour.id)) continue;
      known.add(neighbour.id);
      neighbours.push({ chunk: neighbour, score: score * NEIGHBOUR_WEIGHT, foundBy: [] });
    }
  }
  return neighbours;
}
