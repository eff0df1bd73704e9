import { type Language, rulesFor } from './languages.ts';
import { words } from './words.ts';

// Longer "words" are encoded data: they cost index space and nobody asks for them.
const MAX_WORD = 64;

/** The index terms of a text in its order: words without stop words, stemmed. Never holds white space. */
export function termsOf(text: string, language: Language): string[] {
  return termsOfWords(words(text), language);
}

/**
 * The terms of words that are known already. Where a text in another language is looked up in an index of `language`,
 * the stop words of both are left out: "the" is rare in Spanish chunks, and an English question is not about it all
 * the same.
 */
export function termsOfWords(all: Iterable<string>, language: Language, spoken: Language = language): string[] {
  const terms: string[] = [];
  for (const word of all) {
    if (word.length > MAX_WORD) continue;
    const { stem, stopWords } = rulesFor(word, language);
    if (stopWords.has(word)) continue;
    if (spoken !== language && rulesFor(word, spoken).stopWords.has(word)) continue;
    terms.push(stem(word) || word);
  }
  return terms;
}
