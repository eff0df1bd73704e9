/** A citation marker as models write it: `[1]`, `[1, 2]`, `[1-3]`, `【1】`, `【1†source】`, `［1］`. */
const MARKER =
  /[[［]\s{0,3}\d{1,4}(?:\s{0,3}[-–—,;、，]\s{0,3}\d{1,4}){0,24}\s{0,3}[\]］]|【\s{0,3}\d{1,4}(?:\s{0,3}[-–—,;、，]\s{0,3}\d{1,4}){0,24}\s{0,3}(?:†[^】\n]{0,48})?】/y;
/** What may become a marker when more text comes. */
const MARKER_PREFIX = /(?:[[［][\s\d,;、，\-–—]{0,256}|【[\s\d,;、，\-–—]{0,256}(?:†[^】\n]{0,48})?)$/y;
/** Longer numbers in brackets are years, amounts and the like, unless there are as many passages. */
const MAX_MARKER_NUMBER = 99;
const MAX_RANGE = 32;

export type MarkerMatch =
  /** `length` characters are a marker with these numbers. */
  | { readonly kind: 'marker'; readonly numbers: readonly number[]; readonly length: number }
  /** The text ends before it can be told. */
  | { readonly kind: 'open' }
  | { readonly kind: 'none' };

/** Whether a marker stands at `at`. `last` is the highest passage number; `ended`, whether no more text comes. */
export function matchMarker(text: string, at: number, { last, ended }: { last: number; ended: boolean }): MarkerMatch {
  MARKER.lastIndex = at;
  const [written] = MARKER.exec(text) ?? [];
  if (written === undefined) {
    MARKER_PREFIX.lastIndex = at;
    return MARKER_PREFIX.test(text) ? { kind: 'open' } : { kind: 'none' };
  }
  const next = text[at + written.length];
  if (next === undefined && !ended) return { kind: 'open' };
  // `[1](address)` is a link.
  if (next === '(') return { kind: 'none' };
  const numbers = numbersIn(written.replace(/†.*/, ''));
  const highest = Math.max(MAX_MARKER_NUMBER, last);
  const plausible = numbers.length > 0 && numbers.every((number) => number >= 1 && number <= highest);
  return plausible ? { kind: 'marker', numbers, length: written.length } : { kind: 'none' };
}

/** In order, each once; a range counts for all that it spans. Empty for a range that is none. */
function numbersIn(written: string): readonly number[] {
  const numbers = new Set<number>();
  for (const { 1: first, 2: last } of written.matchAll(/(\d+)(?:\s*[-–—]\s*(\d+))?/g)) {
    const [from, to] = [Number(first), Number(last ?? first)];
    if (to < from || to - from > MAX_RANGE) return [];
    for (let number = from; number <= to; number++) numbers.add(number);
  }
  return [...numbers];
}
