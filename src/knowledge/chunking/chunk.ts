import type { ParsedDocument, Section } from '../parse/document.ts';
import { pack, TARGET } from './pack.ts';
import { piecesOf } from './pieces.ts';

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
 * Cuts a document into chunks of about 200 words. A chunk never crosses a heading, and ends between blocks, rows or
 * sentences; chunks do not overlap. Headings with nothing of their own below them go with the section they introduce.
 */
export function chunkDocument(document: ParsedDocument): readonly DocumentChunk[] {
  const chunks: DocumentChunk[] = [];
  let pending: Section | undefined;

  const emit = (headingPath: readonly string[], from: number, to: number) => {
    const { start, end } = trimmed(document.text, from, to);
    if (!/[\p{L}\p{N}]/u.test(document.text.slice(start, end))) return;
    const pages = (document.pages ?? []).filter((page) => page.start < end && page.end > start);
    chunks.push({
      headingPath,
      start,
      end,
      pages: pages.map(({ number }) => number),
      text: document.text.slice(start, end),
    });
  };

  for (const section of document.sections) {
    if (pending !== undefined && !introduces(pending, section)) {
      emit(pending.headingPath, pending.start, pending.end);
      pending = undefined;
    }
    if (section.blocks.every(({ kind }) => kind === 'heading')) {
      pending = { ...section, start: pending?.start ?? section.start };
      continue;
    }
    const pieces = section.blocks.flatMap((block) => piecesOf(document.text, block, TARGET));
    const packed = pack(pieces, (piece) => document.text.slice(piece.start, piece.end).trimEnd().endsWith(':'));
    packed.forEach(({ start, end }, index) => {
      emit(section.headingPath, index === 0 ? (pending?.start ?? start) : start, end);
    });
    pending = undefined;
  }
  if (pending !== undefined) emit(pending.headingPath, pending.start, pending.end);
  return chunks;
}

function introduces(heading: Section, section: Section): boolean {
  return (
    section.headingPath.length > heading.headingPath.length &&
    heading.headingPath.every((title, index) => section.headingPath[index] === title)
  );
}

function trimmed(text: string, from: number, to: number): { readonly start: number; readonly end: number } {
  const body = text.slice(from, to);
  const start = from + (body.length - body.trimStart().length);
  return { start, end: Math.max(start, to - (body.length - body.trimEnd().length)) };
}
