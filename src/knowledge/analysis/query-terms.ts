import { tryGuessLanguage } from './guess-language.ts';
import { DEFAULT_LANGUAGE, type Language } from './languages.ts';
import { termsOfWords } from './terms.ts';
import { words } from './words.ts';

/**
 * A query as the languages of an index see it. Each chunk is compared with the terms of its own language: a word
 * that is a stop word in one language may be what a text in another is about.
 */
export interface QueryTerms {
  /** In the query's order, with repetitions; at most `MAX_TERMS` different ones a language. */
  readonly byLanguage: ReadonlyMap<Language, readonly string[]>;
  /** All different terms of all languages. */
  readonly all: readonly string[];
}

/** An ask may be a pasted document; what it says most, and first and last, is what it is about. */
export const MAX_TERMS = 48;
const EDGE = 16;

/** `languages` are those of the index, the commonest first. */
export function queryTerms(query: string, languages: readonly Language[]): QueryTerms {
  const spoken = tryGuessLanguage(query, { minimum: 1 }) ?? languages[0] ?? DEFAULT_LANGUAGE;
  const byLanguage = new Map<Language, readonly string[]>();
  const said = [...words(query)];
  for (const language of languages) byLanguage.set(language, bounded(termsOfWords(said, language, spoken)));
  return { byLanguage, all: [...new Set([...byLanguage.values()].flat())] };
}

function bounded(terms: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  if (counts.size <= MAX_TERMS && terms.length <= 4 * MAX_TERMS) return terms;

  const frequent = [...counts].toSorted((a, b) => b[1] - a[1]).map(([term]) => term);
  const kept = new Set([...terms.slice(0, EDGE), ...terms.slice(-EDGE), ...frequent].slice(0, MAX_TERMS + 2 * EDGE));
  return [...kept].slice(0, MAX_TERMS);
}
