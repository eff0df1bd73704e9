import type { Passage } from '../../engine/ports/compose.ts';
import { splitSegments } from '../extractive/segments.ts';
import { type WordToken, wordTokens } from './word-tokens.ts';

/** A sentence, list item, table row or the like, with the tokens in it: `tokens.slice(from, to)` of its passage. */
export interface PassageSegment {
  readonly start: number;
  readonly end: number;
  readonly from: number;
  readonly to: number;
  /** Headings name things and state nothing. */
  readonly isHeading: boolean;
}

/** A passage, taken apart once so that many statements can be looked up in it. */
export interface ReadPassage {
  readonly number: number;
  readonly tokens: readonly WordToken[];
  readonly segments: readonly PassageSegment[];
  /** How often each word occurs. */
  readonly counts: ReadonlyMap<string, number>;
  /** Its words by their first `PREFIX` characters, where they have as many. */
  readonly byPrefix: ReadonlyMap<string, readonly string[]>;
}

export const PREFIX = 5;

/** What a chunk holds beyond this is not looked through. Chunks are a tenth of it. */
const MAX_CHARS = 40_000;

export function readableText({ hit }: Passage): string {
  return hit.chunk.text.slice(0, MAX_CHARS);
}

export function readPassage(passage: Passage): ReadPassage {
  const text = readableText(passage);
  const tokens = wordTokens(text, MAX_CHARS);
  const counts = new Map<string, number>();
  for (const { word } of tokens) counts.set(word, (counts.get(word) ?? 0) + 1);
  const byPrefix = new Map<string, string[]>();
  for (const word of counts.keys()) {
    if (word.length < PREFIX) continue;
    const prefix = word.slice(0, PREFIX);
    const words = byPrefix.get(prefix);
    if (words === undefined) byPrefix.set(prefix, [word]);
    else words.push(word);
  }
  const segments: PassageSegment[] = [];
  let from = 0;
  for (const { start, end, kind } of splitSegments(text)) {
    while (from < tokens.length && (tokens[from]?.start ?? 0) < start) from += 1;
    let to = from;
    while (to < tokens.length && (tokens[to]?.end ?? 0) <= end) to += 1;
    segments.push({ start, end, from, to, isHeading: kind === 'heading' });
    from = to;
  }
  return { number: passage.number, tokens, segments, counts, byPrefix };
}
