import { type Language, rulesFor } from './languages.ts';
import { words } from './words.ts';

// Longer "words" are encoded data: they cost index space and nobody asks for them.
const MAX_WORD = 64;

/** The index terms of a text in its order: words without stop words, stemmed. Never holds white space. */
export function termsOf(text: string, language: Language): string[] {
  const terms: string[] = [];
  for (const word of words(text)) {
    if (word.length > MAX_WORD) continue;
    const { stem, stopWords } = rulesFor(word, language);
    if (!stopWords.has(word)) terms.push(stem(word) || word);
  }
  return terms;
}
