import { MarkerLexer, type MarkerToken } from './marker-lexer.ts';

export type ScannedPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'marker'; readonly numbers: readonly number[] };

const SEPARATOR = /^[,;、，]$/;
const CLOSING = /^[.,;:!?)\]}»”’。，、；：！？）」』]/;

/**
 * Takes the citation markers out of a text that arrives in pieces, and the white space with them that was only there
 * for their sake. A marker comes as a part of its own, after the text that it stands behind. All other text comes out
 * as it went in.
 */
export class MarkerScanner {
  readonly #lexer: MarkerLexer;
  /** White space, with at most one parenthesis after it, that is shown unless a marker takes it along. */
  #before = '';
  /** What came after the last marker so far: white space, perhaps a separator. Undefined where no marker is near. */
  #after: string | undefined;
  #shownEndsLine = true;

  /** `last`: the highest number that a marker can rightly name. */
  constructor(last: number) {
    this.#lexer = new MarkerLexer(last);
  }

  push(delta: string): readonly ScannedPart[] {
    return joined([...this.#lexer.push(delta)].flatMap((token) => this.#take(token)));
  }

  finish(): readonly ScannedPart[] {
    const parts = [...this.#lexer.finish()].flatMap((token) => this.#take(token));
    const rest = this.#after === undefined ? this.#before : this.#after.trimEnd();
    return joined([...parts, ...this.#show(rest)]);
  }

  #take(token: MarkerToken): readonly ScannedPart[] {
    switch (token.kind) {
      case 'marker':
        return this.#marker(token.numbers);
      case 'space':
        return this.#space(token.text);
      case 'word':
        return this.#after === undefined ? this.#word(token.text) : this.#wordAfterMarker(this.#after, token.text);
    }
  }

  #marker(numbers: readonly number[]): readonly ScannedPart[] {
    // A marker on a line of its own belongs to that line, not to a row of markers before it.
    if (this.#after?.includes('\n') === true) this.#before = this.#after;
    this.#after = '';
    return [{ kind: 'marker', numbers }];
  }

  #space(text: string): readonly ScannedPart[] {
    if (this.#after !== undefined) {
      this.#after += text;
      return [];
    }
    const shown = this.#before.endsWith('(') ? this.#show(this.#before) : [];
    this.#before = shown.length > 0 ? text : this.#before + text;
    return shown;
  }

  #word(text: string): readonly ScannedPart[] {
    if (text === '(' && !this.#before.endsWith('(')) {
      this.#before += text;
      return [];
    }
    const shown = this.#before + text;
    this.#before = '';
    return this.#show(shown);
  }

  #wordAfterMarker(after: string, text: string): readonly ScannedPart[] {
    if (SEPARATOR.test(text) && after.trim() === '' && !after.includes('\n')) {
      this.#after = text;
      return [];
    }
    if (text === ')' && this.#before.endsWith('(')) {
      this.#before = this.#before.slice(0, -1);
      this.#after = '';
      return [];
    }
    const gap = this.#gapFor(after, text);
    this.#before = '';
    this.#after = undefined;
    const shown = this.#show(gap);
    return [...shown, ...this.#word(text)];
  }

  /** What separates the text before the markers from `next` once they are gone. */
  #gapFor(after: string, next: string): string {
    const before = this.#before;
    if (before.endsWith('(')) return before + after.trimStart();
    if (SEPARATOR.test(after.charAt(0))) return after;
    if (before === '' && this.#shownEndsLine) return after.replace(/^[^\S\n]+/, '');
    if (before.includes('\n')) return after.includes('\n') ? after : before;
    if (CLOSING.test(next) && !after.includes('\n')) return '';
    return after === '' ? before : after;
  }

  #show(text: string): readonly ScannedPart[] {
    if (text === '') return [];
    this.#shownEndsLine = text.endsWith('\n');
    return [{ kind: 'text', text }];
  }
}

/** Pieces of text that follow each other as one. */
function joined(parts: readonly ScannedPart[]): readonly ScannedPart[] {
  const all: ScannedPart[] = [];
  let text = '';
  for (const part of parts) {
    if (part.kind === 'text') {
      text += part.text;
      continue;
    }
    if (text !== '') all.push({ kind: 'text', text });
    text = '';
    all.push(part);
  }
  if (text !== '') all.push({ kind: 'text', text });
  return all;
}
