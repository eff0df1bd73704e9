import type { AskTerm } from './ask-terms.ts';
import { matcherOf, type TermSource } from './term-matching.ts';
import { type TextSpan, trimSpan } from './text-span.ts';

const MAX_WORDS = 60;
/** Where a long sentence may be cut: after a clause, before an enumerated part, at a line's end. */
const CLAUSE = /(?<=[;:,，；、])\s*|\s+(?=\([a-z\d]{1,4}\)\s)|\n+/giu;

/**
 * A sentence of bearable length: itself when it is one, else its run of clauses that speaks most of the ask within
 * sixty words. (Contracts have sentences of three hundred.)
 */
export function clipSpan(text: string, span: TextSpan, askTerms: readonly AskTerm[], knowledge: TermSource): TextSpan {
  if (wordCount(text.slice(span.start, span.end)) <= MAX_WORDS) return span;
  const clauses = clausesOf(text, span).map((clause) => {
    const part = text.slice(clause.start, clause.end);
    const match = matcherOf(knowledge.terms(part));
    return {
      ...clause,
      words: wordCount(part),
      worth: askTerms.reduce((sum, term) => sum + term.weight * match(term), 0),
    };
  });
  let best = { start: span.start, end: span.end, worth: -1 };
  clauses.forEach((first, at) => {
    let [words, worth] = [0, 0];
    for (const clause of clauses.slice(at)) {
      words += clause.words;
      if (words > MAX_WORDS) break;
      worth += clause.worth;
      // The shortest of equally good runs; it may begin with the clause that leads in.
      if (worth > best.worth) best = { start: first.start, end: clause.end, worth };
    }
  });
  return trimSpan(text, best) ?? span;
}

function clausesOf(text: string, { start, end }: TextSpan): readonly TextSpan[] {
  const clauses: TextSpan[] = [];
  let from = start;
  for (const { 0: gap, index } of text.slice(start, end).matchAll(CLAUSE)) {
    const to = start + index + gap.length;
    if (to > from && to < end) {
      clauses.push({ start: from, end: to });
      from = to;
    }
  }
  return [...clauses, { start: from, end }];
}

function wordCount(text: string): number {
  return text.match(/\S+/g)?.length ?? 0;
}
