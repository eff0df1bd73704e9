import type { JsonObject } from '../../lib/json.ts';
import type { EmbeddingUsage } from '../ports/embedder.ts';
import type { Hit, SearchRequest, SearchSignal } from '../ports/knowledge.ts';
import type { TurnScope } from '../turn-scope.ts';

/** What the scores of a search mean to each other. */
export const SEARCH_SCORES = 'search';
const SHOWN_HITS = 3;

type Search = Omit<SearchRequest, 'onUsage'>;

/** A search of the scope as a call of the open step. */
export function search(scope: TurnScope, request: Search): Promise<readonly Hit[]> {
  const { query, limit } = request;
  return scope.ledger.call(
    {
      fn: 'search',
      category: 'retrieval',
      args: { query, limit },
      scoreSpace: SEARCH_SCORES,
      summarise: summariseHits,
    },
    () => findHits(scope, request),
  );
}

/** Searches; the open step pays for the embedding of the query. */
export async function findHits({ ledger, knowledge, signal }: TurnScope, request: Search): Promise<readonly Hit[]> {
  let waiting = true;
  const onUsage = (usage: EmbeddingUsage) => {
    // What a search spends after the turn left it has no step to stand on.
    if (waiting) ledger.spendOnEmbedding(usage);
  };
  try {
    const hits = await knowledge.search({ ...request, onUsage }, signal);
    ledger.found(hits.map(({ chunk }) => chunk.id));
    return hits;
  } finally {
    waiting = false;
  }
}

/** What a step shows of a search: how many hits each list gave, and the best ones with the lists that held them. */
export function summariseHits(hits: readonly Hit[]): JsonObject {
  const inList = (signal: SearchSignal) => hits.filter(({ foundBy }) => foundBy.includes(signal)).length;
  return {
    hits: hits.length,
    by_list: { keyword: inList('keyword'), vector: inList('vector') },
    top: hits.slice(0, SHOWN_HITS).map(({ chunk, score, foundBy }) => ({
      context: chunk.contextSlug,
      source: chunk.sourcePath,
      section_path: chunk.headingPath,
      score,
      found_by: foundBy,
    })),
  };
}

export function countSources(hits: readonly Pick<Hit, 'chunk'>[]): number {
  return new Set(hits.map(({ chunk }) => `${chunk.contextSlug}\n${chunk.sourcePath}`)).size;
}
