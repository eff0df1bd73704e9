import type { KnowledgeSnapshot } from '../ports.ts';

const WORD = /[\p{L}\p{N}\p{M}]+(?:['’.&-][\p{L}\p{N}\p{M}]+)*/gu;

/** Words that ask and do not describe; the index may or may not count them as stop words. */
const ASKING = new Set(
  (
    'who whom whose what which when where why how much many long often does do did is are was were has have had can ' +
    'could will would should shall may might please tell me show list find give explain describe name i we you my our your about'
  ).split(' '),
);

/** The words of a text as they are written. In a script without spaces, a run of letters is one word. */
export function splitWords(text: string): readonly string[] {
  return text.match(WORD) ?? [];
}

/** The words that say what a text is about: no stop words of the index, no words that only ask. */
export function contentWords(text: string, knowledge: Pick<KnowledgeSnapshot, 'terms'>): readonly string[] {
  return splitWords(text).filter((word) => !ASKING.has(word.toLowerCase()) && knowledge.terms(word).length > 0);
}

export function isCapitalised(word: string): boolean {
  return /^\p{Lu}/u.test(word);
}
