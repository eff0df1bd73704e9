import { type Chunking, DEFAULT_CHUNKING } from '../manifest.ts';
import type { ParsedDocument } from '../parse/document.ts';
import { runningSpans } from './running-spans.ts';
import { type HeadedSpan, sectionSpans } from './section-spans.ts';

/** A piece of a document that is found and cited as one. `text` is `document.text.slice(start, end)`. */
export interface DocumentChunk {
  readonly headingPath: readonly string[];
  readonly start: number;
  readonly end: number;
  /** Pages from 1 that it touches; empty where the format has none. */
  readonly pages: readonly number[];
  readonly text: string;
}

/**
 * Cuts a document into chunks of about `size` words, each a slice of its text.
 *
 * - `headings`: a chunk never crosses a heading, and ends between blocks, rows or sentences. Headings with nothing of
 *   their own below them go with the section they introduce.
 * - `sentences`: chunks run on over headings and are filled with whole sentences, rows and lines.
 * - `fixed`: chunks run on over everything and are cut between words.
 *
 * With an `overlap`, a chunk begins with the last words of the one before it, in the units that it is cut in; under
 * `headings` only where both stand in one section. Ends rise strictly, and no letter is left out.
 */
export function chunkDocument(
  document: ParsedDocument,
  chunking: Chunking = DEFAULT_CHUNKING,
): readonly DocumentChunk[] {
  const { strategy, size, overlap } = chunking;
  const spans =
    strategy === 'headings' ? sectionSpans(document, { size, overlap }) : runningSpans(document, strategy, chunking);
  return spans.flatMap((span) => toChunk(document, span) ?? []);
}

/** Undefined for a span without anything to read. */
function toChunk({ text, pages = [] }: ParsedDocument, span: HeadedSpan): DocumentChunk | undefined {
  const { start, end } = trimmed(text, span.start, span.end);
  if (!/[\p{L}\p{N}]/u.test(text.slice(start, end))) return undefined;
  const touched = pages.filter((page) => page.start < end && page.end > start);
  return {
    headingPath: span.headingPath,
    start,
    end,
    pages: touched.map(({ number }) => number),
    text: text.slice(start, end),
  };
}

function trimmed(text: string, from: number, to: number): { readonly start: number; readonly end: number } {
  const body = text.slice(from, to);
  const start = from + (body.length - body.trimStart().length);
  return { start, end: Math.max(start, to - (body.length - body.trimEnd().length)) };
}
