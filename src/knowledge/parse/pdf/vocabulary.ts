const WORD = /[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*/gu;
const FIRST = /^[\p{L}\p{N}]+/u;
const LAST = /[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*$/u;

/** The words of a document: they tell a hyphen that belongs to its word from one that only ends a line. */
export class Vocabulary {
  readonly #words = new Set<string>();

  add(text: string): void {
    for (const [word] of text.matchAll(WORD)) this.#words.add(word.toLowerCase());
  }

  /** Whether a word that was hyphenated between these two lines has the hyphen in the middle of a line too. */
  keepsHyphen(before: string, after: string): boolean {
    const [first = ''] = LAST.exec(before) ?? [];
    const [second = ''] = FIRST.exec(after) ?? [];
    const isWord = this.#words.has(`${first}${second}`.toLowerCase());
    const isCompound = this.#words.has(`${first}-${second}`.toLowerCase());
    if (isWord !== isCompound) return isCompound;
    return !/^\p{Ll}/u.test(second); // `Jean-Paul`, `COVID-19`
  }
}
