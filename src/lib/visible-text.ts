/**
 * Characters that say nothing to a reader and may say something to a model: controls, zero-width spaces, directional
 * overrides, the invisible copy of ASCII. Joiners and the choice between text and emoji stay: several scripts are
 * written with them.
 */
const INVISIBLE = /(?![\t\n]|\u200c|\u200d|\ufe0e|\ufe0f)[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
const LINE_BREAK = /\r\n|[\r\v\f\x85\u2028\u2029]/g;

/**
 * The text as a person sees it: without invisible characters, with `\n` for every kind of line break, and with U+FFFD
 * for half a surrogate pair.
 */
export function visibleText(text: string): string {
  return text
    .replace(LINE_BREAK, '\n')
    .replace(INVISIBLE, '')
    .replace(/\p{Surrogate}/gu, '\uFFFD');
}

/** At most `limit` UTF-16 units of a text, with " …" where something was cut off. Never half a surrogate pair. */
export function cutText(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const kept = text.slice(0, Math.max(0, limit - 2));
  return `${/[\ud800-\udbff]$/.test(kept) ? kept.slice(0, -1) : kept} …`;
}
