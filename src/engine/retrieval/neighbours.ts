import type { Passage } from '../ports/compose.ts';
import type { Chunk, Hit } from '../ports/knowledge.ts';
import { mayCall, type TurnScope } from '../turn-scope.ts';

/** A chunk below this length may hold a heading or a lead-in whose sequel is the next chunk. */
const SHORT_CHUNK_CHARS = 240;
const BEST_HITS = 2;
/** Chunks to either side. */
const WINDOW = 1;
/** A neighbour was not found, only read along. */
const NEIGHBOUR_WEIGHT = 0.5;

/** Adds the neighbours of short chunks among the best passages, as passages of their own at the end. */
export async function withNeighbours(scope: TurnScope, passages: readonly Passage[]): Promise<readonly Passage[]> {
  const neighbours = await neighboursOf(
    scope,
    passages.map(({ hit }) => hit),
  );
  return [...passages, ...neighbours.map((hit, at) => ({ number: passages.length + at + 1, hit }))];
}

export interface Expanded {
  readonly hits: readonly Hit[];
  /** How many chunks to either side were looked at; 0 where none was added. */
  readonly window: number;
}

/** Adds the neighbours of short chunks among the best hits, below all that were found, while there is room. */
export async function expandHits(scope: TurnScope, hits: readonly Hit[], limit: number): Promise<Expanded> {
  const room = limit - hits.length;
  if (room <= 0) return { hits, window: 0 };
  const worst = hits.at(-1)?.score ?? 0;
  const added = (await neighboursOf(scope, hits))
    .slice(0, room)
    .map((hit) => ({ ...hit, score: Math.min(hit.score, worst) }));
  return { hits: [...hits, ...added], window: added.length === 0 ? 0 : WINDOW };
}

/** What stands beside the best hits where these are short, as hits that no list held. */
async function neighboursOf({ input, knowledge, signal }: TurnScope, hits: readonly Hit[]): Promise<readonly Hit[]> {
  if (!mayCall(input, 'read_neighbours')) return [];
  const known = new Set(hits.map(({ chunk }) => chunk.id));
  const neighbours: Hit[] = [];
  for (const { chunk, score } of hits.slice(0, BEST_HITS)) {
    if (chunk.text.length >= SHORT_CHUNK_CHARS) continue;
    const beside: readonly Chunk[] = await knowledge.neighbours(chunk, WINDOW, signal);
    for (const neighbour of beside) {
      if (known.has(neighbour.id)) continue;
      known.add(neighbour.id);
      neighbours.push({ chunk: neighbour, score: score * NEIGHBOUR_WEIGHT, foundBy: [] });
    }
  }
  return neighbours;
}
