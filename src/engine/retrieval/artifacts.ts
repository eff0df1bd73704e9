import type { JsonObject } from '../../lib/json.ts';
import type { StepEvent } from '../events.ts';
import type { ArtifactHit } from '../ports/artifacts.ts';
import { plural, strategyOf, type TurnScope } from '../turn-scope.ts';
import type { RetrievalPlan } from './plan.ts';

const SHOWN_HITS = 3;

/** Looks for what was compiled beforehand, in one step. Hits come best first. */
export async function* retrieveArtifacts(
  { input, knowledge, ledger, signal }: TurnScope,
  { standaloneAsk: query }: Pick<RetrievalPlan, 'standaloneAsk'>,
  limit: number,
): AsyncGenerator<StepEvent, readonly ArtifactHit[]> {
  const fn = 'search_artifacts';
  yield ledger.begin(
    'retrieve_artifacts',
    'Searching the artifacts of the scope for the ask.',
    strategyOf(input, 'retrieval', 'Search the artifacts', [fn]),
  );
  const hits = await ledger.call(
    { fn, category: 'retrieval', args: { query, limit }, scoreSpace: 'search_artifacts', summarise: summariseHits },
    () => knowledge.searchArtifacts({ query, limit }, signal),
  );
  ledger.found(hits.map(({ artifact }) => artifact.id));
  yield ledger.complete(
    hits.length === 0
      ? 'Found no artifact that shares a word with the ask.'
      : `Found ${plural(hits.length, 'artifact')}.`,
  );
  return hits;
}

function summariseHits(hits: readonly ArtifactHit[]): JsonObject {
  return {
    hits: hits.length,
    top: hits.slice(0, SHOWN_HITS).map(({ artifact, score }) => ({
      context: artifact.contextSlug,
      type: artifact.type,
      name: artifact.name,
      score,
    })),
  };
}
