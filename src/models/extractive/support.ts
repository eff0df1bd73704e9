import type { AskTerm } from './ask-terms.ts';
import type { Features } from './evidence.ts';

/** More terms than this make no evidence more certain. */
const ENOUGH_TERMS = 8;

/**
 * Whether the best candidate is evidence enough to answer, as log odds: below 0 it is not. What counts is how much of
 * the ask, by rarity, is spoken of around the candidate, whether the names and numbers of the ask occur in its passage,
 * and how many terms that is: all of a short ask is as good as most of a long one.
 *
 * Fitted by logistic regression on questions with and without their gold passage (half of an English
 * reading-comprehension set), and on product questions against a foreign scope. The intercept is set so that one
 * answerable question in twenty is refused there; of the unanswerable ones about the same subject, two in three are,
 * and nearly all about another.
 */
export function supportOf({ nearby, passage, names }: Features, askTerms: readonly AskTerm[]): number {
  const breadth = Math.min(passage * askTerms.length, ENOUGH_TERMS) / ENOUGH_TERMS;
  return 5.5 * nearby + 0.8 * passage + 1.2 * names + 4.2 * breadth - 4.8;
}
