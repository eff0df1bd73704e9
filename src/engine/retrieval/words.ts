import type { KnowledgeSnapshot } from '../ports/knowledge.ts';
import { askingWordsFor } from './asking-words.ts';

const WORD = /[\p{L}\p{N}\p{M}]+(?:['’.&-][\p{L}\p{N}\p{M}]+)*/gu;

/** The words of a text as they are written. In a script without spaces, a run of letters is one word. */
export function splitWords(text: string): readonly string[] {
  return text.match(WORD) ?? [];
}

/** The words that say what a text is about: no stop words of the index, no words that only ask. */
export function contentWords(text: string, knowledge: Pick<KnowledgeSnapshot, 'terms'>): readonly string[] {
  const words = splitWords(text);
  const asking = askingWordsFor(words);
  return words.filter((word) => !asking.has(word) && knowledge.terms(word).length > 0);
}

export function isCapitalised(word: string): boolean {
  return /^\p{Lu}/u.test(word);
}

/** Whether a capital letter tells a name in this text; in German every noun has one. */
export function capitalsTellNames(text: string): boolean {
  return askingWordsFor(splitWords(text)).language !== 'de';
}
