/** UTF-16 units of a session's title, the ellipsis included. */
export const MAX_TITLE_LENGTH = 80;

// Segmenting slows down with the length of its input, and no title needs more of an ask than its beginning.
const LOOK_AHEAD = 400;

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });
const words = new Intl.Segmenter('en', { granularity: 'word' });

/** A session's title: the first sentence of its first ask on one line, cut at a word where it is too long. */
export function titleOf(ask: string): string {
  const beginning = ask
    .trimStart()
    .slice(0, LOOK_AHEAD)
    .replace(/\p{Surrogate}$/u, '');
  const line = beginning.replaceAll(/\s+/gu, ' ').trim();
  const [first] = sentences.segment(line);
  const sentence = (first?.segment ?? line).trim();
  if (sentence.length <= MAX_TITLE_LENGTH) return sentence;

  let end = 0;
  for (const { index, segment, isWordLike } of words.segment(sentence)) {
    const wordEnd = index + segment.length;
    if (wordEnd > MAX_TITLE_LENGTH - 1) break;
    if (isWordLike) end = wordEnd;
  }
  return `${sentence.slice(0, end === 0 ? lengthOfWholeCharacters(sentence) : end)}…`;
}

/** For a single word that is too long: as many of its characters as fit, none of them halved. */
function lengthOfWholeCharacters(text: string): number {
  const end = MAX_TITLE_LENGTH - 1;
  return /[\uD800-\uDBFF]/.test(text.charAt(end - 1)) ? end - 1 : end;
}
