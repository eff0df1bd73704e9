/** A word of a text: how it compares, and where it stands (UTF-16, end exclusive). */
export interface WordToken {
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

/** Chinese and Japanese compare by character; a word there is a matter of opinion. */
const TOKEN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|\p{N}+(?:[.,'’\u00a0\u202f]\p{N}{3}(?!\p{N}))*(?:[.,]\p{N}+)?|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}\p{M}\p{Cf}])+/gu;
const SPACELESS = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** The segmenter slows down with the length of what it is given. */
const MAX_RUN = 200;

const segmenter = new Intl.Segmenter('th', { granularity: 'word' });

/** The words of the first `limit` characters of a text, normalised: without case, width and invisible characters. */
export function wordTokens(text: string, limit: number): readonly WordToken[] {
  const tokens: WordToken[] = [];
  for (const { 0: written, index: start } of text.slice(0, limit).matchAll(TOKEN)) {
    if (SPACELESS.test(written)) tokens.push(...segments(written, start));
    else tokens.push({ word: normalised(written), start, end: start + written.length });
  }
  return tokens;
}

function segments(run: string, start: number): readonly WordToken[] {
  const tokens: WordToken[] = [];
  for (let from = 0; from < run.length; from += MAX_RUN) {
    for (const { segment, index } of segmenter.segment(run.slice(from, from + MAX_RUN))) {
      const at = start + from + index;
      tokens.push({ word: normalised(segment), start: at, end: at + segment.length });
    }
  }
  return tokens;
}

function normalised(written: string): string {
  const plain = written
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .toLowerCase();
  return /^\p{N}/u.test(plain) ? digits(plain) : plain;
}

/** A number without its thousands separators: `1,200.50` and `1.200,50` compare as `1200.50`. */
function digits(number: string): string {
  const grouped = number.replace(/(?<!^0)[.,'’\s](?=\p{N}{3}(?!\p{N}))/gu, '');
  return grouped.replace(',', '.').replace(/^0+(?=\p{N})/u, '');
}
