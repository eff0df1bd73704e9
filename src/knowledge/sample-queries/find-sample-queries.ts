import type { KnowledgeSnapshot, Retriever, ScopedContext } from '../../engine/ports/knowledge.ts';
import { type CandidateQuery, candidateQueries } from './candidates.ts';

/** A source that questions may be taken from. */
export interface SampledSource {
  readonly path: string;
  readonly title: string;
}

/** Sources that are looked at; more would make no better six questions. */
export const SAMPLED_SOURCES = 12;
const QUERIES = 6;
/** A large source's first chunks say what it is about. */
const CHUNKS_A_SOURCE = 40;
const CANDIDATES_A_SOURCE = 5;
/** Its chunk must be among the first this many hits: a turn reads at least as many. */
const FOUND_WITHIN = 3;

/**
 * Up to six questions that a person might ask of a context and that it answers: for each, the search that a turn begins
 * with finds the chunk that the question was taken from. From as many sources as there are; the same knowledge gives the
 * same questions.
 */
export async function findSampleQueries(
  retriever: Retriever,
  context: ScopedContext,
  sources: readonly SampledSource[],
  signal: AbortSignal,
): Promise<readonly string[]> {
  await using knowledge = await retriever.open([context]);
  const queues: CandidateQuery[][] = [];
  for (const { path, title } of sources.slice(0, SAMPLED_SOURCES)) {
    const chunks = await knowledge.sourceChunks(context.slug, path, signal);
    queues.push(candidateQueries(title, chunks.slice(0, CHUNKS_A_SOURCE)).slice(0, CANDIDATES_A_SOURCE));
  }
  const found = new Map<string, string>();
  while (found.size < QUERIES && queues.some((queue) => queue.length > 0)) {
    for (const queue of queues) {
      if (found.size === QUERIES) break;
      const query = await nextAnswered(knowledge, queue, found, signal);
      if (query !== undefined) found.set(query.toLowerCase(), query);
    }
  }
  return [...found.values()];
}

/** Takes candidates off the queue until one is answered that is not there yet. */
async function nextAnswered(
  knowledge: KnowledgeSnapshot,
  queue: CandidateQuery[],
  found: ReadonlyMap<string, string>,
  signal: AbortSignal,
): Promise<string | undefined> {
  for (let candidate = queue.shift(); candidate !== undefined; candidate = queue.shift()) {
    const { query, chunk } = candidate;
    if (found.has(query.toLowerCase())) continue;
    // By words alone: embedding questions that nobody has asked yet would cost.
    const hits = await knowledge.search({ query, limit: FOUND_WITHIN, mode: 'keyword' }, signal);
    if (hits.some((hit) => hit.chunk.id === chunk.id)) return query;
  }
  return undefined;
}
