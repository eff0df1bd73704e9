import type { ComposeRequest, Passage } from '../../engine/ports/compose.ts';
import { type AnswerType, answerTypeOf, holdsAnswerOf } from './answer-type.ts';
import type { AskTerm } from './ask-terms.ts';
import { type Segment, splitSegments } from './segments.ts';
import { coverage, matcherOf, type TermMatcher } from './term-matching.ts';

/** What can be seen of a segment as an answer; each from 0 to 1 unless said otherwise. */
export interface Features {
  /** The share of the ask, by rarity, that the segment itself speaks of. */
  readonly own: number;
  /** The same with what stands around it, which counts less. */
  readonly nearby: number;
  /** The same for the whole passage and its headings. */
  readonly passage: number;
  /** The share of names and numbers of the ask that the passage has; 1 when the ask has none. */
  readonly names: number;
  /** How many neighbouring terms of the ask stand close together here. */
  readonly phrase: number;
  /** 1 when it holds something of the kind that is asked for, -1 when it does not, 0 when nobody can tell. */
  readonly typed: number;
  /** How well the passage ranks: 1 for the first. */
  readonly rank: number;
  /** The passage's score beside the best one's. */
  readonly relative: number;
  /** Whether it says something that the ask did not say. */
  readonly novelty: number;
  readonly code: number;
  readonly question: number;
  /** Share of a full length of 40 words, at most 1. */
  readonly length: number;
}

/** A segment of a passage, seen as a possible answer. */
export interface Candidate {
  readonly passage: Passage;
  readonly segment: Segment;
  /** Place among its passage's segments. */
  readonly at: number;
  readonly text: string;
  /** The text's terms, in its order. */
  readonly terms: readonly string[];
  readonly features: Features;
}

const AROUND = 0.6;
/** What the sentence before counts for one that goes on about it: "He was born there." */
const CONTINUED = 0.9;
const CONTINUES = /^["'“(]?(?:he|she|it|its|his|her|they|their|this|these|those|such|both)\b/iu;
const UNDER = 0.7;
const ELSEWHERE = 0.3;
const CLOSE_TERMS = 3;

/** All segments of all passages with what can be seen of them, in reading order. */
export function gatherEvidence(request: ComposeRequest, askTerms: readonly AskTerm[]): readonly Candidate[] {
  const type = answerTypeOf(request.ask);
  const best = Math.max(...request.passages.map(({ hit }) => hit.score), Number.MIN_VALUE);
  return request.passages.flatMap((passage) => candidatesOf(passage, request, askTerms, type, best));
}

function candidatesOf(
  passage: Passage,
  { ask, knowledge }: ComposeRequest,
  askTerms: readonly AskTerm[],
  type: AnswerType,
  bestScore: number,
): readonly Candidate[] {
  const { chunk, score } = passage.hit;
  const segments = splitSegments(chunk.text);
  const texts = segments.map(({ start, end }) => chunk.text.slice(start, end));
  const terms = texts.map((text) => knowledge.terms(text));
  const matchers = terms.map(matcherOf);
  const inHeadings = matcherOf(knowledge.terms(chunk.headingPath.join(' ')));
  const everywhere = matcherOf(terms.flat());
  const inPassage: TermMatcher = (term) => Math.max(everywhere(term), inHeadings(term));
  // Many rows stand under one header.
  const unders = new Map<string, TermMatcher>([['', inHeadings]]);
  const underOf = (under: string): TermMatcher => {
    const match = unders.get(under) ?? matcherOf(knowledge.terms(under));
    unders.set(under, match);
    return match;
  };
  const naming = askTerms.filter((term) => term.naming);
  const asked = new Set(askTerms.flatMap(({ forms }) => forms));

  return segments.map((segment, at) => {
    const text = texts[at] ?? '';
    const own = terms[at] ?? [];
    const here = matchers[at] ?? inPassage;
    const under = underOf(segment.under);
    const before = CONTINUES.test(text) ? CONTINUED : AROUND;
    const nearby: TermMatcher = (term) =>
      Math.max(
        here(term),
        before * (matchers[at - 1]?.(term) ?? 0),
        AROUND * (matchers[at + 1]?.(term) ?? 0),
        UNDER * Math.max(under(term), inHeadings(term)),
        ELSEWHERE * inPassage(term),
      );
    const holds = holdsAnswerOf(type, text, ask);
    return {
      passage,
      segment,
      at,
      text,
      terms: own,
      features: {
        own: coverage(askTerms, (term) => Math.max(here(term), segment.under === '' ? 0 : UNDER * under(term))),
        nearby: coverage(askTerms, nearby),
        passage: coverage(askTerms, inPassage),
        names: naming.length === 0 ? 1 : coverage(naming, inPassage),
        phrase: closeness(askTerms, own),
        typed: holds === null ? 0 : holds ? 1 : -1,
        rank: 1 / passage.number,
        relative: score / bestScore,
        novelty: Math.min(1, new Set(own.filter((term) => !asked.has(term))).size / 3),
        code: segment.kind === 'code' ? 1 : 0,
        question: /[?？]\W*$/u.test(text) ? 1 : 0,
        length: Math.min(1, own.length / 25),
      },
    };
  });
}

/** The share of neighbouring pairs of the ask's terms that stand within a few words of each other, in any order. */
function closeness(askTerms: readonly AskTerm[], terms: readonly string[]): number {
  const places = askTerms.map(({ forms }) => terms.flatMap((term, at) => (forms.includes(term) ? [at] : [])));
  if (places.length < 2) return 0;
  const close = places
    .slice(1)
    .filter((here, at) => places[at]?.some((from) => here.some((to) => Math.abs(from - to) <= CLOSE_TERMS)));
  return close.length / (places.length - 1);
}
