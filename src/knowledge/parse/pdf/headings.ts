import { plainHeading } from '../plain-headings.ts';
import type { OutlineEntry } from './outline.ts';
import type { Paragraph } from './paragraphs.ts';

/** The level of the heading that a paragraph is, or undefined where it is none. */
export type FindLevel = (paragraph: Paragraph, page: number) => number | undefined;

const MAX_LENGTH = 150;
const MAX_SIZES = 4;
/** Paragraphs from an edge of the page that may be a header or a footer, and pages that make one of them. */
const EDGE = 2;
const REPEATED = 3;
/** Letters this much larger than the text's are a heading's. */
const LARGER = 1.12;

/** By the document's outline where it has one, else by the size of letters and the form of the line. */
export function headingFinder(outline: readonly OutlineEntry[], pages: readonly (readonly Paragraph[])[]): FindLevel {
  const byOutline = outlineLevels(outline);
  const hits = pages.flatMap((paragraphs, page) => paragraphs.filter((each) => byOutline(each, page) !== undefined));
  const find = hits.length > 0 && hits.length >= outline.length / 4 ? byOutline : bySize(pages.flat());
  const repeated = runningLines(pages);
  return (paragraph, page) => (repeated.has(withoutNumbers(paragraph.text)) ? undefined : find(paragraph, page));
}

/** What stands at the top or the foot of several pages, but for the page's number: no heading, whatever its size. */
function runningLines(pages: readonly (readonly Paragraph[])[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const paragraphs of pages) {
    const edges = [...paragraphs.slice(0, EDGE), ...paragraphs.slice(-EDGE)].map(({ text }) => withoutNumbers(text));
    for (const text of new Set(edges)) counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return new Set([...counts].filter(([, count]) => count >= REPEATED).map(([text]) => text));
}

function withoutNumbers(text: string): string {
  return text.replace(/\p{N}+/gu, '#').trim();
}

/** A paragraph that is one of the titles which lead to its page or the one before. */
function outlineLevels(outline: readonly OutlineEntry[]): FindLevel {
  const levels = new Map<string, number>();
  for (const { title, level, page } of outline) {
    for (const at of [page, page + 1]) {
      const key = `${at} ${bare(title)}`;
      if (!levels.has(key)) levels.set(key, level);
    }
  }
  return ({ text, kind, lines }, page) =>
    kind === 'table' || lines > 3 || text.length > MAX_LENGTH * 2 ? undefined : levels.get(`${page} ${bare(text)}`);
}

/** Letters alone: numbers and punctuation differ between an outline and its page. */
function bare(title: string): string {
  const letters = title.toLowerCase().replace(/[^\p{L}]+/gu, '');
  return letters === '' ? title.trim() : letters;
}

function bySize(paragraphs: readonly Paragraph[]): FindLevel {
  const weights = new Map<number, number>();
  for (const { size, text } of paragraphs) {
    weights.set(rounded(size), (weights.get(rounded(size)) ?? 0) + text.length);
  }
  const body = [...weights].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? 0;
  const letters = (of: readonly Paragraph[]) => of.reduce((sum, { text }) => sum + text.length, 0);
  const isMostlyBold = letters(paragraphs.filter(({ bold }) => bold)) > letters(paragraphs) / 4;
  const sizes = new Set(paragraphs.filter((each) => isLarger(each, body)).map(({ size }) => rounded(size)));
  const larger = [...sizes].toSorted((a, b) => b - a).slice(0, MAX_SIZES);
  return (paragraph) => {
    if (paragraph.kind === 'table' || paragraph.lines > 3) return undefined;
    if (isLarger(paragraph, body)) {
      const rank = larger.indexOf(rounded(paragraph.size));
      return rank < 0 ? MAX_SIZES : rank + 1;
    }
    if (paragraph.lines > 1) return undefined;
    const plain = plainHeading(paragraph.text, { standsAlone: true });
    if (plain !== undefined) return MAX_SIZES + plain.level;
    return !isMostlyBold && isBoldTitle(paragraph) ? MAX_SIZES + 2 : undefined;
  };
}

function isLarger({ size, text, kind, lines }: Paragraph, body: number): boolean {
  return (
    kind !== 'table' &&
    lines <= 3 &&
    size > body * LARGER &&
    text.length <= MAX_LENGTH &&
    /\p{L}{2}/u.test(text) &&
    /^[\p{Lu}\p{Lt}\p{Lo}\p{N}§(“"]/u.test(text) &&
    !/[,;]$/.test(text) &&
    !isSentence(text)
  );
}

/** A line of its own in bold letters, in the size of the text. */
function isBoldTitle({ bold, text, kind }: Paragraph): boolean {
  return (
    bold &&
    kind === 'paragraph' &&
    text.length <= MAX_LENGTH &&
    /^\p{Lu}.*\p{L}{2}/u.test(text) &&
    !/[.,;:]$/.test(text)
  );
}

/** A heading hardly ever ends in a full stop after more than a few words. */
function isSentence(text: string): boolean {
  return /[.:!]$/.test(text) && text.split(/\s+/).length > 8;
}

/** To half a point: the same letters are not measured the same twice. */
function rounded(size: number): number {
  return Math.round(size * 2) / 2;
}
