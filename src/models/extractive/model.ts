import type { ComposePart, ComposeRequest } from '../../engine/ports/compose.ts';
import { nothingFound } from '../../engine/synthesis/nothing-found.ts';
import type { JsonObject } from '../../lib/json.ts';
import type { CatalogModel } from '../catalog.ts';
import { type AskTerm, askTermsOf } from './ask-terms.ts';
import { chooseCandidates } from './choose.ts';
import { clipSpan } from './clip.ts';
import { displayText, joint } from './display.ts';
import { type Candidate, gatherEvidence } from './evidence.ts';
import { rankCandidates } from './rank.ts';
import { fillShape } from './shape/fill.ts';
import { supportOf } from './support.ts';
import { countTokens } from './token-count.ts';
import { wordGroups } from './word-groups.ts';

export const EXTRACTIVE_MODEL_ID = 'local/extractive';

/**
 * A model without a model: it answers with the sources' own sentences that support an answer best, each cited, or
 * says that nothing supports one. It needs no key and no network, and says the same whenever it is asked the same.
 */
export function createExtractiveModel(): CatalogModel {
  return {
    id: EXTRACTIVE_MODEL_ID,
    label: 'Extractive: the sources in their own words',
    // It can say nothing in another tone and leave nothing out: it only has what the sources say.
    honours: new Set(),
    compose,
  };
}

async function* compose(request: ComposeRequest, signal: AbortSignal): AsyncGenerator<ComposePart, void> {
  signal.throwIfAborted();
  const askTerms = await askTermsOf(request, signal);
  if (request.shape !== null) {
    yield* composeShaped(request, request.shape, askTerms, signal);
    return;
  }
  const chosen = supportedCandidates(request, askTerms);
  let answer = '';
  for (const candidate of chosen) {
    const { text, citation } = quote(candidate, request, askTerms);
    const piece = joint(answer) + text;
    answer += piece;
    for (const group of wordGroups(piece)) yield { kind: 'text', text: group };
    yield citation;
  }
  if (chosen.length === 0) {
    answer = nothingFound(request.knowledge.contexts);
    for (const group of wordGroups(answer)) yield { kind: 'text', text: group };
  }
  yield {
    kind: 'finish',
    usage: { inputTokens: tokensRead(request), outputTokens: countTokens(answer) },
  };
}

async function* composeShaped(
  request: ComposeRequest,
  shape: JsonObject,
  askTerms: readonly AskTerm[],
  signal: AbortSignal,
): AsyncGenerator<ComposePart, void> {
  const { value, citations } = await fillShape(request, shape, askTerms, signal);
  yield* citations;
  yield { kind: 'json', value };
  yield {
    kind: 'finish',
    usage: { inputTokens: tokensRead(request), outputTokens: countTokens(JSON.stringify(value)) },
  };
}

/** What the answer consists of; nothing when the best of it supports none. */
function supportedCandidates(request: ComposeRequest, askTerms: readonly AskTerm[]): readonly Candidate[] {
  const ranked = rankCandidates(gatherEvidence(request, askTerms));
  const best = ranked[0];
  if (best === undefined || supportOf(best.candidate.features, askTerms) < 0) return [];
  return chooseCandidates(ranked, request.ask, askTerms);
}

function quote(
  { passage, segment, features }: Candidate,
  { knowledge }: ComposeRequest,
  askTerms: readonly AskTerm[],
): { readonly text: string; readonly citation: ComposePart } {
  const chunkText = passage.hit.chunk.text;
  const { start, end } = clipSpan(chunkText, segment, askTerms, knowledge);
  const shown = displayText(chunkText.slice(start, end), segment);
  const text = `${start > segment.start ? '… ' : ''}${shown}${end < segment.end ? ' …' : ''}`;
  const score = Math.round(features.nearby * 1e4) / 1e4;
  return { text, citation: { kind: 'citation', passage: passage.number, start, end, score } };
}

function tokensRead({ standaloneAsk, passages }: ComposeRequest): number {
  return passages.reduce((sum, { hit }) => sum + countTokens(hit.chunk.text), countTokens(standaloneAsk));
}
