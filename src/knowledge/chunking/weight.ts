const UNSPACED =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/gu;

/** Characters of a script without spaces that say as much as one word of another. */
const CHARACTERS_A_WORD = 4.5;
/** No text counts for less: encoded data and endless table rows have few spaces. */
const MAX_WORD = 12;

/** How much a text says, in words. */
export function weigh(text: string): number {
  const unspaced = text.match(UNSPACED)?.length ?? 0;
  const spaced = unspaced === 0 ? text : text.replace(UNSPACED, ' ');
  const words = spaced.match(/\S+/g)?.length ?? 0;
  return Math.max(words + unspaced / CHARACTERS_A_WORD, text.trim().length / MAX_WORD);
}
