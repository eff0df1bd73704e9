import type { ComposePart, Passage } from '../../engine/ports/compose.ts';
import { isJsonObject, type JsonValue } from '../../lib/json.ts';
import type { TextSpan } from '../extractive/text-span.ts';
import { dateMentions } from './date-mentions.ts';
import { findSupport } from './find-support.ts';
import { numberMentions, sameNumber } from './number-mentions.ts';
import { type ReadPassage, readableText, readPassage } from './read-passage.ts';
import { wordTokens } from './word-tokens.ts';

const MAX_VALUES = 256;
const MAX_VALUE_CHARS = 2_000;
/** Occurrences of one value in one passage that are weighed against each other. */
const MAX_OCCURRENCES = 64;
/** A longer text is a statement, to be looked up by what it says. */
const MAX_LITERAL_WORDS = 12;
/** To look up a statement costs more than to look up a word. */
const MAX_STATEMENTS = 64;
/** A value that stands there but under no word of its field's name is worth this much, and under all of them 1. */
const BARE_SCORE = 0.6;
/** A longer sentence is not quoted for one value in it. */
const MAX_SENTENCE = 600;

/** One number with no more than a currency or a unit beside it: "USD 1,200.00", "30 %". */
const AMOUNT = /^(?:\p{L}{1,4}\s?)?[^\p{L}\p{N}]{0,3}\p{N}[^\p{L}]*(?:\p{L}{1,10})?$/u;

interface Leaf {
  readonly value: string | number;
  /** A text that is looked up by what it says. */
  readonly isStatement: boolean;
  /** The words of the names that lead to it. */
  readonly nameWords: readonly string[];
}

interface Found extends TextSpan {
  readonly passage: number;
  readonly score: number;
}

interface Source {
  readonly passage: ReadPassage;
  readonly numbers: ReturnType<typeof numberMentions>;
  readonly dates: ReturnType<typeof dateMentions>;
}

/**
 * Where the values of a shaped answer stand in the passages: for each text, number or date the sentence that states
 * it, once. Numbers compare as numbers and dates as days, however they are written; of several places the one that
 * speaks of the value's field is taken. Truth values and nulls stand nowhere.
 */
export function groundValues(value: JsonValue, passages: readonly Passage[]): readonly ComposePart[] {
  const sources = passages.map((passage): Source => {
    const text = readableText(passage);
    return { passage: readPassage(passage), numbers: numberMentions(text), dates: dateMentions(text) };
  });
  const parts = new Map<string, ComposePart>();
  let statements = 0;
  for (const leaf of leavesOf(value)) {
    if (leaf.isStatement && ++statements > MAX_STATEMENTS) continue;
    const found = placeOf(leaf, sources);
    if (found === undefined) continue;
    const { passage, start, end, score } = found;
    const key = `${passage}:${start}:${end}`;
    if (!parts.has(key)) parts.set(key, { kind: 'citation', passage, start, end, score });
  }
  return [...parts.values()];
}

/** In the order of the document, at most `MAX_VALUES` of them. */
function leavesOf(root: JsonValue): readonly Leaf[] {
  const leaves: Leaf[] = [];
  const stack: { readonly value: JsonValue; readonly nameWords: readonly string[] }[] = [
    { value: root, nameWords: [] },
  ];
  for (let node = stack.pop(); node !== undefined && leaves.length < MAX_VALUES; node = stack.pop()) {
    const { value, nameWords } = node;
    if (typeof value === 'number') leaves.push({ value, isStatement: false, nameWords });
    else if (typeof value === 'string') leaves.push(toTextLeaf(value.slice(0, MAX_VALUE_CHARS), nameWords));
    else if (Array.isArray(value)) stack.push(...value.map((inner) => ({ value: inner, nameWords })).toReversed());
    else if (isJsonObject(value)) {
      const members = Object.entries(value).map(([name, inner]) => ({ value: inner, nameWords: wordsOfName(name) }));
      stack.push(...members.toReversed());
    }
  }
  return leaves;
}

function toTextLeaf(value: string, nameWords: readonly string[]): Leaf {
  return { value, isStatement: wordTokens(value, MAX_VALUE_CHARS).length > MAX_LITERAL_WORDS, nameWords };
}

function wordsOfName(name: string): readonly string[] {
  const spaced = name
    .slice(0, 100)
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replaceAll('_', ' ');
  return wordTokens(spaced, 200).map(({ word }) => word);
}

/** The best place of a value; of equally good ones the first, in the passages' order. */
function placeOf(leaf: Leaf, sources: readonly Source[]): Found | undefined {
  let best: Found | undefined;
  for (const source of sources) {
    for (const found of placesIn(leaf, source)) {
      if (found.score > (best?.score ?? 0)) best = found;
    }
  }
  return best;
}

function placesIn({ value, isStatement, nameWords }: Leaf, source: Source): readonly Found[] {
  const { passage } = source;
  if (isStatement) {
    const support = findSupport(String(value), passage);
    return support === undefined ? [] : [{ passage: passage.number, ...support }];
  }
  const spans = typeof value === 'number' ? numberSpans(value, source) : stringSpans(value, source);
  return spans.slice(0, MAX_OCCURRENCES).flatMap((span) => {
    const named = namedShare(nameWords, span, passage);
    // A digit stands in every text; it is the field's only where the text speaks of the field.
    if (named === 0 && isCommon(value)) return [];
    const score = Math.round((BARE_SCORE + (1 - BARE_SCORE) * named) * 1e4) / 1e4;
    return [{ passage: passage.number, score, ...around(span, passage) }];
  });
}

function numberSpans(value: number, { numbers }: Source): readonly TextSpan[] {
  return numbers.filter(({ values }) => values.some((read) => sameNumber(read, value)));
}

function stringSpans(value: string, source: Source): readonly TextSpan[] {
  const whole = value.trim();
  const days = dateMentions(whole.replace(/T[\d:.]+(?:Z|[+-]\d\d:?\d\d)?$/, '')).flatMap(({ dates }) => dates);
  if (days.length > 0) return source.dates.filter(({ dates }) => dates.some((date) => days.includes(date)));
  const literal = literalSpans(whole, source.passage);
  if (literal.length > 0 || !AMOUNT.test(whole)) return literal;
  const amounts = numberMentions(whole).flatMap(({ values }) => values);
  return amounts.flatMap((amount) => numberSpans(amount, source));
}

/** Where the words of a text stand, in a row. */
function literalSpans(value: string, { tokens }: ReadPassage): readonly TextSpan[] {
  const words = wordTokens(value, MAX_VALUE_CHARS).map(({ word }) => word);
  if (words.length === 0) return [];
  const spans: TextSpan[] = [];
  tokens.forEach(({ start }, at) => {
    if (!words.every((word, offset) => tokens[at + offset]?.word === word)) return;
    spans.push({ start, end: tokens[at + words.length - 1]?.end ?? start });
  });
  return spans;
}

/** The share of the field's words that the sentence around a span speaks of. */
function namedShare(nameWords: readonly string[], span: TextSpan, { tokens, segments }: ReadPassage): number {
  const segment = segments.find(({ start, end }) => start < span.end && span.start < end);
  if (segment === undefined || nameWords.length === 0) return 0;
  const words = tokens
    .slice(segment.from, segment.to)
    .filter(({ start, end }) => end <= span.start || start >= span.end);
  const named = nameWords.filter((name) => words.some(({ word }) => means(word, name)));
  return named.length / nameWords.length;
}

function means(word: string, name: string): boolean {
  return word === name || (name.length >= 4 && (word.startsWith(name) || (word.length >= 4 && name.startsWith(word))));
}

function isCommon(value: string | number): boolean {
  return typeof value === 'number' ? Number.isInteger(value) && Math.abs(value) < 10 : value.trim().length < 2;
}

/** The sentence that a value stands in, unless that is too long to be quoted for it. */
function around(span: TextSpan, { segments }: ReadPassage): TextSpan {
  // "5. März" may have been taken for the end of a sentence and the beginning of another.
  const touched = segments.filter(({ start, end }) => start < span.end && span.start < end);
  const start = Math.min(span.start, ...touched.map((segment) => segment.start));
  const end = Math.max(span.end, ...touched.map((segment) => segment.end));
  return end - start <= MAX_SENTENCE ? { start, end } : { start: span.start, end: span.end };
}
