import type { AskTerm } from './ask-terms.ts';
import type { Candidate } from './evidence.ts';
import type { Ranked } from './rank.ts';
import { matcherOf } from './term-matching.ts';

const MAX_PIECES = 3;
const MAX_WORDS = 60;
/** How much less than the best a further piece may be worth. Beyond it more words come in than answers. */
const MAX_GAP = 2;
/** What a piece gains that covers terms of the ask which the chosen ones leave open. */
const COMPLEMENT = 1.5;
/** What a piece from another source gains when sources are to be set side by side. */
const OTHER_SOURCE = 2.5;
const COMPARES = /\b(?:compare|comparison|versus|vs|across|differ(?:s|ence|ences)?|each)\b|比较|vergleich/iu;

/**
 * The pieces of the answer: the best candidate and up to two more that are nearly as good or complete it, about
 * sixty words in all. Pieces of one source come in its own order.
 */
export function chooseCandidates(
  ranked: readonly Ranked[],
  ask: string,
  askTerms: readonly AskTerm[],
): readonly Candidate[] {
  const best = ranked[0];
  if (best === undefined) return [];
  const chosen = [best.candidate];
  const compares = COMPARES.test(ask);
  let words = wordCount(best.candidate.text);
  while (chosen.length < MAX_PIECES) {
    const covered = matcherOf(chosen.flatMap(({ terms }) => terms));
    const open = askTerms.filter((term) => covered(term) < 1);
    const sources = new Set(chosen.map(sourceOf));
    const next = ranked
      .filter(({ candidate }) => words + wordCount(candidate.text) <= MAX_WORDS && isNew(candidate, chosen))
      .map((each) => ({ ...each, worth: each.worth + gainOf(each.candidate, open, askTerms) }))
      .map((each) =>
        compares && !sources.has(sourceOf(each.candidate)) ? { ...each, worth: each.worth + OTHER_SOURCE } : each,
      )
      .reduce<Ranked | undefined>((top, each) => (top === undefined || each.worth > top.worth ? each : top), undefined);
    if (next === undefined || best.worth - next.worth > MAX_GAP) break;
    chosen.push(next.candidate);
    words += wordCount(next.candidate.text);
  }
  return inReadingOrder(chosen);
}

function gainOf({ terms }: Candidate, open: readonly AskTerm[], askTerms: readonly AskTerm[]): number {
  const here = matcherOf(terms);
  const all = askTerms.reduce((sum, { weight }) => sum + weight, 0);
  const gained = open.reduce((sum, term) => sum + term.weight * here(term), 0);
  return all === 0 ? 0 : COMPLEMENT * (gained / all);
}

/** Not the same place again, as overlapping passages give it, and not the same words from somewhere else. */
function isNew(candidate: Candidate, chosen: readonly Candidate[]): boolean {
  const terms = new Set(candidate.terms);
  return chosen.every((other) => {
    const others = new Set(other.terms);
    const shared = [...terms].filter((term) => others.has(term)).length;
    return shared < 0.8 * Math.min(terms.size, others.size) || Math.min(terms.size, others.size) === 0;
  });
}

/** By the place of the first chosen piece of each source, then by place in the source. */
function inReadingOrder(chosen: readonly Candidate[]): readonly Candidate[] {
  const sources = [...new Set(chosen.map(sourceOf))];
  return chosen.toSorted(
    (one, other) => sources.indexOf(sourceOf(one)) - sources.indexOf(sourceOf(other)) || placeOf(one) - placeOf(other),
  );
}

function sourceOf({ passage: { hit } }: Candidate): string {
  return `${hit.chunk.contextSlug}\n${hit.chunk.sourcePath}`;
}

function placeOf({ passage: { hit }, segment }: Candidate): number {
  return hit.chunk.start + segment.start;
}

function wordCount(text: string): number {
  return text.match(/\S+/g)?.length ?? 0;
}
