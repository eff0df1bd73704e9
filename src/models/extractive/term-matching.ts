import type { KnowledgeSnapshot } from '../../engine/ports/knowledge.ts';
import type { AskTerm } from './ask-terms.ts';

/** What tells the terms of a text: the knowledge that was searched, so that they compare. */
export type TermSource = Pick<KnowledgeSnapshot, 'terms'>;

/** Two words of one family that the stemmer kept apart ("invent", "inventor") count this much. */
const KIN_CREDIT = 0.6;
const KIN_CHARS = 5;

/** How far a text speaks of a term of the ask, from 0 to 1. */
export type TermMatcher = (term: Pick<AskTerm, 'forms'>) => number;

/** Matches terms against those of a text. */
export function matcherOf(terms: readonly string[]): TermMatcher {
  const exact = new Set(terms);
  const stems = new Set(terms.filter(({ length }) => length >= KIN_CHARS).map((term) => term.slice(0, KIN_CHARS)));
  return ({ forms }) => {
    if (forms.some((form) => exact.has(form))) return 1;
    const isKin = forms.some((form) => form.length >= KIN_CHARS && stems.has(form.slice(0, KIN_CHARS)));
    return isKin ? KIN_CREDIT : 0;
  };
}

/** The share of the ask, by weight, that the matcher finds. 0 for an ask without terms. */
export function coverage(terms: readonly AskTerm[], match: TermMatcher): number {
  let found = 0;
  let all = 0;
  for (const term of terms) {
    found += term.weight * match(term);
    all += term.weight;
  }
  return all === 0 ? 0 : found / all;
}
