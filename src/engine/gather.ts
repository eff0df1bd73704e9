import type { StepEvent } from './events.ts';
import type { Passage } from './ports/compose.ts';
import type { Model } from './ports/model.ts';
import { isResearched, research } from './research/research.ts';
import { withNeighbours } from './retrieval/neighbours.ts';
import { PACK_BUDGET, packHits } from './retrieval/pack.ts';
import type { RetrievalPlan } from './retrieval/plan.ts';
import { retrieve, retrieveFields } from './retrieval/retrieve.ts';
import type { TurnScope } from './turn-scope.ts';

/** Candidates for one passage that a model reads: repetitions fall out, and contexts want their share. */
const CANDIDATES_PER_PASSAGE = 3;

export interface Gathered {
  readonly passages: readonly Passage[];
  /** The order in which to try the models that compose from them. */
  readonly models: readonly Model[];
}

/**
 * Brings together what an answer will rest on. Where a model looks things up, that is what it found; where it found
 * nothing, or none does, the turn searches for the ask itself.
 */
export async function* gather(scope: TurnScope, plan: RetrievalPlan): AsyncGenerator<StepEvent, Gathered> {
  const { input } = scope;
  const budget = PACK_BUDGET[input.controls.thinkingLevel];
  const limit = budget.passages * CANDIDATES_PER_PASSAGE;
  const { hits: researched, models } = isResearched(scope)
    ? yield* research(scope, plan.standaloneAsk)
    : { hits: [], models: input.models };
  let hits = researched;
  if (hits.length === 0) {
    hits = yield* retrieve(scope, plan, limit);
    if (plan.fieldQuery !== null) hits = yield* retrieveFields(scope, plan.fieldQuery, hits, limit);
  }
  const read = await withNeighbours(scope, packHits(hits, budget));
  return { passages: read.map((hit, at) => ({ number: at + 1, hit })), models };
}
