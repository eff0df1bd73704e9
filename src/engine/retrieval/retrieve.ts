import type { StepEvent } from '../events.ts';
import type { Hit } from '../ports/knowledge.ts';
import { mayCall, plural, strategyOf, type TurnScope } from '../turn-scope.ts';
import type { RetrievalPlan } from './plan.ts';
import { mergeRounds, missingWords } from './rounds.ts';
import { countSources, search } from './search.ts';

/** A later search cannot add much: the first one already looked for every word. */
const MAX_ROUNDS = 3;
/** A passage about the fields is worth nearly as much as one about the ask. */
const FIELDS_WEIGHT = 0.9;

/**
 * Searches the scope: once under `search_rag`; under `search` again, up to `max_steps` times in all, for words of
 * the ask that the hits so far say nothing about. Each search is a step. Hits come best first.
 */
export async function* retrieve(
  scope: TurnScope,
  plan: RetrievalPlan,
  limit: number,
): AsyncGenerator<StepEvent, readonly Hit[]> {
  const { input, ledger, signal, knowledge } = scope;
  const { workflow, maxSteps } = input.controls;
  const rounds = workflow === 'search' && mayCall(input, 'search') ? Math.min(maxSteps, MAX_ROUNDS) : 1;
  const asked = new Set<string>();
  let hits: readonly Hit[] = [];
  let query: string | null = plan.standaloneAsk;

  for (let round = 1; round <= rounds && query !== null && !asked.has(query); round++) {
    asked.add(query);
    yield ledger.begin(
      round === 1 ? 'retrieve' : `retrieve_${round}`,
      round === 1 ? 'Searching the scope for the ask.' : `Searching for what is still missing: ${query}.`,
      strategyOf(input, 'retrieval', round === 1 ? 'Search' : 'Search for missing words', ['search']),
    );
    const found = await search(scope, { query, limit });
    hits = round === 1 ? found : mergeRounds(hits, found);
    query = round < rounds && hits.length > 0 ? await missingWords(plan.standaloneAsk, hits, knowledge, signal) : null;
    yield ledger.complete(
      found.length === 0
        ? 'Found nothing that shares a word with the ask.'
        : `Found ${plural(found.length, 'passage')} in ${plural(countSources(found), 'source')}.`,
    );
  }
  return hits.slice(0, limit);
}

/** Searches for the names of a shape's fields as well: the ask may name none of them. */
export async function* retrieveFields(
  scope: TurnScope,
  fieldQuery: string,
  hits: readonly Hit[],
  limit: number,
): AsyncGenerator<StepEvent, readonly Hit[]> {
  const { input, ledger } = scope;
  yield ledger.begin(
    'retrieve_fields',
    `Searching for the fields of the shape: ${fieldQuery}.`,
    strategyOf(input, 'retrieval', 'Search for the fields', ['search']),
  );
  const found = await search(scope, { query: fieldQuery, limit });
  yield ledger.complete(`Found ${plural(found.length, 'passage')}.`);
  return mergeRounds(hits, found, FIELDS_WEIGHT);
}
