import { guessLanguage } from '../../src/knowledge/analysis/guess-language.ts';
import type { Language } from '../../src/knowledge/analysis/languages.ts';
import { termsOf } from '../../src/knowledge/analysis/terms.ts';
import type { TestDocument } from './collection.ts';

const K1 = 1.2;
const B = 0.75;

/** BM25 over whole documents, title and text as one bag of words: what everything else has to be better than. */
export class PlainBm25 {
  readonly #postings = new Map<string, Map<number, number>>();
  readonly #lengths: number[] = [];
  readonly #ids: readonly string[];
  readonly #language: Language;
  readonly #meanLength: number;

  constructor(documents: readonly TestDocument[]) {
    this.#ids = documents.map(({ id }) => id);
    this.#language = guessLanguage(
      documents
        .map(({ text }) => text.slice(0, 400))
        .join('\n')
        .slice(0, 8_000),
    );
    documents.forEach(({ title, text }, index) => {
      const terms = termsOf(`${title}\n${text}`, this.#language);
      this.#lengths.push(terms.length);
      for (const term of terms) {
        const posting = this.#postings.get(term) ?? new Map<number, number>();
        this.#postings.set(term, posting.set(index, (posting.get(index) ?? 0) + 1));
      }
    });
    this.#meanLength = this.#lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, this.#lengths.length);
  }

  search(query: string, limit = 10): readonly string[] {
    const scores = new Map<number, number>();
    for (const term of termsOf(query, this.#language)) {
      const posting = this.#postings.get(term);
      if (posting === undefined) continue;
      const rarity = Math.log(1 + (this.#ids.length - posting.size + 0.5) / (posting.size + 0.5));
      for (const [index, frequency] of posting) {
        const length = K1 * (1 - B + (B * (this.#lengths[index] ?? 0)) / this.#meanLength);
        scores.set(index, (scores.get(index) ?? 0) + (rarity * frequency * (K1 + 1)) / (frequency + length));
      }
    }
    return [...scores]
      .toSorted((a, b) => b[1] - a[1])
      .slice(0, limit)
      .map(([index]) => this.#ids[index] ?? '');
  }
}
