import type { ComposePart, Passage } from '../../engine/ports/compose.ts';
import { splitSentences } from '../extractive/sentences.ts';
import { findSupport } from './find-support.ts';
import { MarkerScanner, type ScannedPart } from './marker-scanner.ts';
import { type ReadPassage, readPassage } from './read-passage.ts';
import { wordTokens } from './word-tokens.ts';

/** How much of the text before a marker is looked at for the statement that it stands behind. */
const MAX_STATEMENT_CHARS = 600;
/** A clause of fewer words is looked up with the rest of its sentence first. */
const MIN_CLAUSE_WORDS = 3;

/**
 * Turns the text of a model that cites with markers into text and citations. The markers leave the text; for each
 * number the span is found in that passage which says what the text before the marker says. A passage that holds no
 * such span is referred to as a whole, and a number that names no passage becomes a citation of nothing, which
 * whoever collects citations drops and counts.
 *
 * The text parts, one after the other, are the answer; every piece comes as soon as it is certain.
 */
export class GroundedText {
  readonly #passages: ReadonlyMap<number, Passage>;
  readonly #read = new Map<number, ReadPassage>();
  readonly #scanner: MarkerScanner;
  /** The end of the text so far. */
  #tail = '';
  /** Where in `#tail` the text since the last marker begins. */
  #clauseStart = 0;
  #clause = '';

  constructor(passages: readonly Passage[]) {
    this.#passages = new Map(passages.map((passage) => [passage.number, passage]));
    this.#scanner = new MarkerScanner(Math.max(0, ...this.#passages.keys()));
  }

  push(delta: string): readonly ComposePart[] {
    return this.#scanner.push(delta).flatMap((part) => this.#toParts(part));
  }

  /** What is left when no more text comes. */
  finish(): readonly ComposePart[] {
    return this.#scanner.finish().flatMap((part) => this.#toParts(part));
  }

  #toParts(part: ScannedPart): readonly ComposePart[] {
    if (part.kind === 'marker') return this.#citations(part.numbers);
    const tail = this.#tail + part.text;
    const cut = Math.max(0, tail.length - MAX_STATEMENT_CHARS);
    this.#tail = tail.slice(cut);
    this.#clauseStart = Math.max(0, this.#clauseStart - cut);
    return [part];
  }

  #citations(numbers: readonly number[]): readonly ComposePart[] {
    const clause = this.#tail.slice(this.#clauseStart);
    // Markers in a row stand behind the same words.
    if (hasWords(clause)) this.#clause = clause;
    this.#clauseStart = this.#tail.length;
    const statements = statementsOf(this.#clause, this.#tail);
    return numbers.map((number) => this.#citation(number, statements));
  }

  #citation(number: number, statements: readonly string[]): ComposePart {
    const passage = this.#passages.get(number);
    if (passage === undefined) return { kind: 'citation', passage: number, start: 0, end: 0, score: 0 };
    const read = this.#read.get(number) ?? readPassage(passage);
    this.#read.set(number, read);
    for (const statement of statements) {
      const support = findSupport(statement, read);
      if (support !== undefined) return { kind: 'citation', passage: number, ...support };
    }
    return { kind: 'reference', passage: number };
  }
}

/**
 * What may be meant by a marker at the end of a text: the part of the last sentence since the marker before, or the
 * whole sentence. The whole comes first where the part says too little to be told by.
 */
function statementsOf(clause: string, tail: string): readonly string[] {
  const part = lastSentence(clause);
  const whole = lastSentence(tail);
  return wordTokens(part, MAX_STATEMENT_CHARS).length < MIN_CLAUSE_WORDS ? [whole, part] : [part, whole];
}

function lastSentence(text: string): string {
  const lines = text.split('\n').filter(hasWords);
  const line = lines.at(-1) ?? '';
  const sentences = splitSentences(line, { start: 0, end: line.length });
  const span = sentences.findLast(({ start, end }) => hasWords(line.slice(start, end)));
  const sentence = span === undefined ? line : line.slice(span.start, span.end);
  // A list's numbering is no statement.
  return sentence.replace(/^\s*\d{1,3}[.)]\s/, '');
}

function hasWords(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}
