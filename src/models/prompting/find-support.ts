import { type PassageSegment, PREFIX, type ReadPassage } from './read-passage.ts';
import { type WordToken, wordTokens } from './word-tokens.ts';

export interface Support {
  /** UTF-16 offsets in the passage's text. */
  readonly start: number;
  readonly end: number;
  /** How much of the statement the span speaks of, from 0 to 1, weighed by what its words tell. */
  readonly score: number;
}

const MAX_STATEMENT_CHARS = 600;
/** A statement may draw together what neighbouring sentences say. */
const MAX_SEGMENTS = 3;
const MIN_SCORE = 0.35;
const SEGMENT_PENALTY = 0.2;
const ORDER_BONUS = 0.15;
const INFLECTED = 0.8;
/** Longer spans are cut down to what speaks of the statement. */
const MAX_SPAN = 1_000;

/**
 * The sentence of a passage, or up to three in a row, that says best what a statement says. Undefined when none says
 * enough of it, or none of its numbers.
 */
export function findSupport(statement: string, passage: ReadPassage): Support | undefined {
  const terms = statementTerms(wordTokens(statement.slice(-MAX_STATEMENT_CHARS), MAX_STATEMENT_CHARS), passage);
  const total = terms.reduce((sum, { weight }) => sum + weight, 0);
  if (total === 0) return undefined;
  const matches = matchesAt(terms, passage);
  let best: { readonly run: readonly PassageSegment[]; readonly score: number; readonly worth: number } | undefined;
  for (const run of runsOf(passage.segments)) {
    const { score, order } = coverage(run, terms, matches, total);
    const worth = score + ORDER_BONUS * order - SEGMENT_PENALTY * (run.length - 1);
    if (score >= MIN_SCORE && worth > (best?.worth ?? 0)) best = { run, score, worth };
  }
  return best && toSupport(best.run, best.score, matches, passage);
}

interface Term {
  readonly weight: number;
  readonly isNumber: boolean;
  /** Words of the passage that mean it, with how surely. */
  readonly words: ReadonlyMap<string, number>;
}

type Matches = readonly (ReadonlyMap<number, number> | undefined)[];

/** Each different word of the statement. A word that the passage is full of tells little; a number tells most. */
function statementTerms(tokens: readonly WordToken[], passage: ReadPassage): readonly Term[] {
  return [...new Set(tokens.map(({ word }) => word))].map((word) => {
    const isNumber = /^\p{N}/u.test(word);
    const words = new Map<string, number>();
    if (passage.counts.has(word)) words.set(word, 1);
    else if (!isNumber) {
      for (const other of passage.byPrefix.get(word.slice(0, PREFIX)) ?? [])
        if (inflects(word, other)) words.set(other, INFLECTED);
    }
    const count = passage.counts.get(word) ?? 1;
    return { isNumber, words, weight: (isNumber ? 2 : word.length >= 5 ? 1 : 0.5) / (1 + Math.log(count)) };
  });
}

function inflects(word: string, other: string): boolean {
  const longest = Math.max(word.length, other.length);
  let shared = 0;
  while (shared < longest && word[shared] === other[shared]) shared += 1;
  return shared >= PREFIX && shared >= 0.6 * longest;
}

/** For each token of the passage, the terms that it matches. */
function matchesAt(terms: readonly Term[], { tokens }: ReadPassage): Matches {
  const byWord = new Map<string, Map<number, number>>();
  terms.forEach(({ words }, at) => {
    for (const [word, sureness] of words) {
      const matched = byWord.get(word) ?? new Map<number, number>();
      byWord.set(word, matched.set(at, sureness));
    }
  });
  return tokens.map(({ word }) => byWord.get(word));
}

function* runsOf(segments: readonly PassageSegment[]): Generator<readonly PassageSegment[]> {
  for (let first = 0; first < segments.length; first++) {
    if (segments[first]?.isHeading === true) continue;
    for (let length = 1; length <= MAX_SEGMENTS && first + length <= segments.length; length++) {
      if (segments[first + length - 1]?.isHeading !== true) yield segments.slice(first, first + length);
    }
  }
}

/** How much of the statement a run of segments covers, and how much of that in the statement's own order. */
function coverage(run: readonly PassageSegment[], terms: readonly Term[], matches: Matches, total: number) {
  const found = new Map<number, number>();
  let neighbours = 0;
  let last = -1;
  for (let at = run[0]?.from ?? 0; at < (run.at(-1)?.to ?? 0); at++) {
    for (const [term, sureness] of matches[at] ?? []) {
      if (term === last + 1 && !found.has(term)) neighbours += 1;
      found.set(term, Math.max(found.get(term) ?? 0, sureness));
      last = term;
    }
  }
  const numbers = terms.filter(({ isNumber }) => isNumber);
  const saysNoNumber = numbers.length > 0 && ![...found.keys()].some((term) => terms[term]?.isNumber === true);
  const saysOneWord = found.size < Math.min(2, terms.length);
  if (saysNoNumber || saysOneWord) return { score: 0, order: 0 };
  const covered = [...found].reduce((sum, [term, sureness]) => sum + sureness * (terms[term]?.weight ?? 0), 0);
  return { score: covered / total, order: neighbours / terms.length };
}

function toSupport(
  run: readonly PassageSegment[],
  score: number,
  matches: Matches,
  { tokens }: ReadPassage,
): Support | undefined {
  const [first, last] = [run[0], run.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const rounded = Math.round(Math.min(1, score) * 1e4) / 1e4;
  if (last.end - first.start <= MAX_SPAN) return { start: first.start, end: last.end, score: rounded };
  const matched = tokens.filter((_, at) => at >= first.from && at < last.to && matches[at] !== undefined);
  const [from, to] = [matched[0], matched.at(-1)];
  return from && to && { start: from.start, end: to.end, score: rounded };
}
