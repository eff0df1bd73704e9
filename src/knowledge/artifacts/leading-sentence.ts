import type { Section } from '../parse/document.ts';
import { paragraphsOf, type Statement, sentencesOf } from './statements.ts';

/** A shorter one is a label or was cut at an abbreviation; what follows it is taken along. */
const MIN_SENTENCE = 30;
const MAX_SENTENCE = 300;

/** What a section says first, cut at a word when it is long; undefined for one that only names what is below. */
export function leadingSentence(text: string, { blocks }: Pick<Section, 'blocks'>): Statement | undefined {
  for (const paragraph of paragraphsOf(text, blocks)) {
    const start = paragraph.start + (/^\s*/.exec(text.slice(paragraph.start, paragraph.end))?.[0].length ?? 0);
    // Ends of sentences are only looked for as far as one may reach.
    const reach = Math.min(paragraph.end, start + 2 * MAX_SENTENCE);
    let end = start;
    for (const sentence of sentencesOf(text, { start, end: reach })) {
      end = sentence.end;
      if (end - start >= MIN_SENTENCE) break;
    }
    const words = text.slice(start, end).trimEnd();
    if (words === '') continue;
    end = start + words.length;
    return { start, end: end - start <= MAX_SENTENCE ? end : lastWord(text, start, start + MAX_SENTENCE) };
  }
  return undefined;
}

function lastWord(text: string, start: number, end: number): number {
  const word = text.slice(start, end).search(/\s\S*$/);
  return word > 0 ? start + word : end;
}
