/** Scripts written without spaces: only there does a dictionary have to find the words. */
const UNSPACED =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu;
const WORD = /[\p{L}\p{N}\p{M}]+/gu;
/** English endings that an apostrophe sets apart: they would become one-letter words. */
const ENCLITIC = /(?<=\p{L})['’](?:s|t|re|ve|ll|d|m)(?![\p{L}\p{N}])/gu;

// The segmenter's time grows faster than its input: 2.6 MB/s on 1,000 characters, 0.17 MB/s on 48,000.
const MAX_PIECE = 400;
const segmenter = new Intl.Segmenter('und', { granularity: 'word' });

/** A text as its words are compared: compatibility forms folded, lower case. */
export function normalise(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

/** The words of a text, normalised, in their order. Linear in the text's length, whatever the script. */
export function* words(text: string): Generator<string, void> {
  for (const [run] of normalise(text).replace(ENCLITIC, '').matchAll(WORD)) {
    let end = 0;
    for (const match of run.matchAll(UNSPACED)) {
      if (match.index > end) yield run.slice(end, match.index);
      yield* segmented(match[0]);
      end = match.index + match[0].length;
    }
    if (end < run.length) yield run.slice(end);
  }
}

function* segmented(run: string): Generator<string, void> {
  for (let at = 0; at < run.length; at += MAX_PIECE) {
    for (const { segment, isWordLike } of segmenter.segment(run.slice(at, at + MAX_PIECE))) {
      if (isWordLike !== false) yield segment;
    }
  }
}
