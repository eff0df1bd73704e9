import type { Block } from '../parse/document.ts';

/** A stretch of text that says one thing: a paragraph, an item of a list, a sentence. */
export interface Statement {
  readonly start: number;
  readonly end: number;
}

/** What ends in a full stop and ends no sentence. */
const ABBREVIATION =
  /(?:^|[\s(“"'„«])(?:\p{L}|Corp|Inc|Ltd|Co|No|Nr|Art|Abs|Sec|Fig|vs|approx|Mr|Mrs|Ms|Dr|Prof|St|bzw|ca|vgl|ggf|sog|cf)$/u;
const SENTENCE_END = /[.!?]["”’»)*_\]]*(?=\s+["“„«(*_[]*[\p{Lu}\p{N}])|[。！？]/gu;
const ITEM_START = /\n(?=[ \t]*(?:[-*+•‣–]|\(?(?:\d{1,3}|[a-z]{1,3})[.)])[ \t]+\S)/g;
/** How much before a full stop is looked at. */
const LOOK_BACK = 12;

/** Paragraphs and items of lists, in order. */
export function* paragraphsOf(text: string, blocks: readonly Block[]): Generator<Statement> {
  for (const { kind, start, end } of blocks) {
    if (kind === 'paragraph') yield { start, end };
    if (kind === 'list') yield* cut(start, end, text.slice(start, end).matchAll(ITEM_START));
  }
}

export function* sentencesOf(text: string, { start, end }: Statement): Generator<Statement> {
  const stretch = text.slice(start, end);
  const ends = [...stretch.matchAll(SENTENCE_END)].filter(
    ({ 0: mark, index }) => mark !== '.' || !ABBREVIATION.test(stretch.slice(Math.max(0, index - LOOK_BACK), index)),
  );
  yield* cut(start, end, ends);
}

/** Cuts after each match. */
function* cut(start: number, end: number, matches: Iterable<RegExpExecArray>): Generator<Statement> {
  let from = start;
  for (const { 0: mark, index } of matches) {
    const to = start + index + mark.length;
    yield { start: from, end: to };
    from = to;
  }
  if (from < end) yield { start: from, end };
}
