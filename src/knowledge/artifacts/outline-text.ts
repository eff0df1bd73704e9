import type { ParsedDocument } from '../parse/document.ts';
import { leadingSentence } from './leading-sentence.ts';
import type { Statement } from './statements.ts';

/** UTF-16 units. */
const MAX_OUTLINE = 8_000;
const CUT = '\n…';

export interface Outline {
  readonly text: string;
  /** The leading sentences that it shows, as places in the document. */
  readonly spans: readonly Statement[];
}

/** A document's headings, each with the first sentence below it; of a long document the beginning, which says so. */
export function outlineText(title: string, { text, sections }: Pick<ParsedDocument, 'text' | 'sections'>): Outline {
  let outline = title;
  const spans: Statement[] = [];
  let above: readonly string[] = [];
  for (const section of sections) {
    const headings = newHeadings(section.headingPath, above).filter((line) => line.heading !== title);
    above = section.headingPath;
    const sentence = leadingSentence(text, section);
    const lines = [
      ...headings.map(({ depth, heading }) => `${'#'.repeat(Math.min(6, depth))} ${heading}`),
      ...(sentence === undefined ? [] : [text.slice(sentence.start, sentence.end).replace(/\s+/g, ' ')]),
    ];
    if (lines.length === 0) continue;
    const more = `\n\n${lines.join('\n')}`;
    if (outline.length + more.length + CUT.length > MAX_OUTLINE) return { text: outline + CUT, spans };
    outline += more;
    if (sentence !== undefined) spans.push(sentence);
  }
  return { text: outline, spans };
}

function newHeadings(path: readonly string[], above: readonly string[]) {
  const differs = path.findIndex((heading, at) => heading !== above[at]);
  const from = differs < 0 ? path.length : differs;
  return path.slice(from).map((heading, at) => ({ depth: from + at + 1, heading }));
}
