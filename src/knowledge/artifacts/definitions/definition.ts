/** A term and the words that define it. Offsets are UTF-16 units of the document's text. */
export interface Definition {
  readonly term: string;
  readonly start: number;
  readonly end: number;
}

/** A longer stretch explains more than the term. */
export const MAX_DEFINITION = 600;
const MAX_TERM = 80;
const MAX_TERM_WORDS = 8;

/** A term without quotes, markup and the article before it; undefined for what is no term. */
export function tryTerm(text: string): string | undefined {
  const term = text
    .replace(/[*_`"“”„«»「」『』]+/g, '')
    .replace(/\s+/g, ' ')
    .replace(/^(?:the|an?|der|die|das|le|la|les|el|los|las|il|lo|gli|o|os|as)\s+(?=\S)/i, '')
    .replace(/[\s:,;.–—-]+$/, '')
    .trim();
  if (term.length > MAX_TERM || !/\p{L}/u.test(term) || /[!?;]/.test(term)) return undefined;
  return term.split(' ').length <= MAX_TERM_WORDS ? term : undefined;
}

/** Under which the same term of another document is found. */
export function termKey(term: string): string {
  return term.normalize('NFKC').toLowerCase();
}

/** The stretch without white space around it, cut at a word when it is long; undefined when nothing is left. */
export function boundedSpan(
  text: string,
  start: number,
  end: number,
): { readonly start: number; readonly end: number } | undefined {
  const stretch = text.slice(start, end);
  const from = start + (stretch.length - stretch.trimStart().length);
  const to = start + stretch.trimEnd().length;
  if (to <= from) return undefined;
  if (to - from <= MAX_DEFINITION) return { start: from, end: to };
  const cut = text.slice(from, from + MAX_DEFINITION);
  const word = cut.search(/\s\S*$/);
  return { start: from, end: from + (word > 0 ? word : cut.length) };
}
