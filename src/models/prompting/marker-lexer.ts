import { matchMarker } from './marker.ts';

export type MarkerToken =
  /** A piece of text without white space, or code with all that is in it. Brackets and separators come one by one. */
  | { readonly kind: 'word'; readonly text: string }
  | { readonly kind: 'space'; readonly text: string }
  /** `numbers` is empty for a marker that the end of the text cuts off. */
  | { readonly kind: 'marker'; readonly numbers: readonly number[] };

const WORD = /[^\s()[［【`,;、，]+|[^`]/y;
const SPACE = /\s+/y;
const BACKTICKS = /`+/y;
const FENCE_END = /\n[ \t]*`{3,}/g;
const FENCE_END_PREFIX = /\n[ \t]*`*$/;
/** A code span that does not end within so many characters is none. */
const MAX_CODE_SPAN = 300;

/**
 * Splits a text that arrives in pieces into words, white space and citation markers. In code there are no markers:
 * `a[1]` is an index there. What can't be told yet is held back, a few hundred characters at most.
 */
export class MarkerLexer {
  readonly #last: number;
  #held = '';
  #inFence = false;
  #lineIsBlank = true;

  /** `last`: the highest number that a marker can rightly name. */
  constructor(last: number) {
    this.#last = last;
  }

  *push(delta: string): Generator<MarkerToken> {
    this.#held += delta;
    yield* this.#tokens(false);
  }

  *finish(): Generator<MarkerToken> {
    yield* this.#tokens(true);
  }

  *#tokens(ended: boolean): Generator<MarkerToken> {
    let at = 0;
    while (at < this.#held.length) {
      const taken = this.#inFence ? this.#code(at, this.#fenceLength(at, ended)) : this.#token(at, ended);
      if (taken === undefined) break;
      yield taken.token;
      this.#pass(this.#held.slice(at, at + taken.length));
      at += taken.length;
    }
    this.#held = this.#held.slice(at);
  }

  /** The next token and how many characters it takes; undefined when more text must come first. */
  #token(at: number, ended: boolean): { readonly token: MarkerToken; readonly length: number } | undefined {
    const first = this.#held.charAt(at);
    if (first === '`') return this.#code(at, this.#codeLength(at, ended));
    if ('[［【'.includes(first)) {
      const match = matchMarker(this.#held, at, { last: this.#last, ended });
      if (match.kind === 'marker') return { token: match, length: match.length };
      if (match.kind === 'open') {
        return ended ? { token: { kind: 'marker', numbers: [] }, length: this.#held.length - at } : undefined;
      }
    }
    const space = matchAt(SPACE, this.#held, at);
    if (space !== '') return { token: { kind: 'space', text: space }, length: space.length };
    return this.#code(at, matchAt(WORD, this.#held, at).length);
  }

  #code(at: number, length: number) {
    return length === 0
      ? undefined
      : { token: { kind: 'word', text: this.#held.slice(at, at + length) } as const, length };
  }

  /** Length of the code span, or the opening fence, that begins with the backticks at `at`. */
  #codeLength(at: number, ended: boolean): number {
    const ticks = matchAt(BACKTICKS, this.#held, at);
    const from = at + ticks.length;
    if (from === this.#held.length && !ended) return 0;
    if (ticks.length >= 3 && this.#lineIsBlank) {
      this.#inFence = true;
      return ticks.length;
    }
    const span = new RegExp(`^[^\\n]*?[^\`\\n](${ticks})(?!\`)`).exec(this.#held.slice(from, from + MAX_CODE_SPAN));
    const closes = span !== null && (from + span[0].length < this.#held.length || ended);
    if (closes) return ticks.length + span[0].length;
    const rest = this.#held.slice(from);
    const undecided = !ended && rest.length < MAX_CODE_SPAN && !rest.includes('\n');
    return undecided ? 0 : ticks.length;
  }

  /** Length of what is surely in the fence; what may be its end is held back. */
  #fenceLength(at: number, ended: boolean): number {
    FENCE_END.lastIndex = Math.max(0, at - 1);
    const end = FENCE_END.exec(this.#held);
    if (end !== null && (FENCE_END.lastIndex < this.#held.length || ended)) {
      this.#inFence = false;
      return end.index + end[0].length - at;
    }
    if (ended) return this.#held.length - at;
    const rest = this.#held.slice(at);
    return FENCE_END_PREFIX.exec(rest)?.index ?? rest.length;
  }

  #pass(text: string): void {
    const newline = text.lastIndexOf('\n');
    const line = text.slice(newline + 1);
    this.#lineIsBlank = (newline !== -1 || this.#lineIsBlank) && line.trim() === '';
  }
}

function matchAt(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? '';
}
