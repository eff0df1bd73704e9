import type { JsonObject } from '../../lib/json.ts';
import type { Hit, SearchRequest, SearchSignal } from '../ports.ts';
import type { TurnScope } from '../turn-scope.ts';

const SHOWN_HITS = 3;

/** A search of the scope as a call of the open step, which pays for its embedding too. */
export async function search(
  { ledger, knowledge, signal }: TurnScope,
  request: Omit<SearchRequest, 'onUsage'>,
  fn = 'search',
): Promise<readonly Hit[]> {
  const { query, limit, sources } = request;
  let waiting = true;
  const hits = await ledger.call(
    {
      fn,
      category: 'retrieval',
      args: { query, limit, ...(sources === undefined ? {} : { sources }) },
      scoreSpace: 'search',
      summarise: summariseHits,
    },
    async () => {
      try {
        return await knowledge.search(
          {
            ...request,
            onUsage: (usage) => {
              // What a search spends after the turn left it has no step to stand on.
              if (waiting) ledger.spendOnEmbedding(usage);
            },
          },
          signal,
        );
      } finally {
        waiting = false;
      }
    },
  );
  ledger.found(hits.map(({ chunk }) => chunk.id));
  return hits;
}

/** What a step shows of a search: how many hits each list gave, and the best ones with the lists that held them. */
function summariseHits(hits: readonly Hit[]): JsonObject {
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
