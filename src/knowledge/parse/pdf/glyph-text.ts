/** Ligatures, and the positional forms of Arabic letters. */
const PRESENTATION_FORMS = /[\ufb00-\ufb06\ufb13-\ufb17\ufb1d-\ufdff\ufe70-\ufeff]+/g;

/** Codes that fonts of TeX give to ligatures, where the document does not say what they mean. */
const LIGATURES: ReadonlyMap<number, string> = new Map([
  [0x0b, 'ff'],
  [0x0c, 'fi'],
  [0x0e, 'ffi'],
  [0x0f, 'ffl'],
  [0x1b, 'ff'],
  [0x1c, 'fi'],
  [0x1d, 'fl'],
  [0x1e, 'ffi'],
  [0x1f, 'ffl'],
]);
const LAM = 0x644;
const ALEFS = new Set([0x622, 0x623, 0x625, 0x627]);
const MARK = /\p{M}/u;

export interface Glyph {
  readonly code: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** What glyphs say, in the order in which it is read. */
export function textOf(glyphs: readonly Glyph[]): string {
  let text = '';
  inLogicalOrder(glyphs).forEach(({ code }) => {
    text += code === 0xf0b7 ? '•' : (LIGATURES.get(code) ?? (isNoise(code) ? '' : String.fromCodePoint(code)));
  });
  return text
    .replace(PRESENTATION_FORMS, (forms) => forms.normalize('NFKC'))
    .replace(/[¨´](\p{L})/gu, (both, letter: string) => {
      const mark = both.startsWith('¨') ? '\u0308' : '\u0301';
      return `${letter === 'ı' ? 'i' : letter}${mark}`.normalize('NFC'); // TeX sets the mark before its letter
    })
    .replace(/[A-Za-z](?=\p{Script=Arabic})/gu, '$& '); // an Arabic word never goes on from a Latin one
}

/**
 * Letters that are one glyph, lam and alef, a letter and its mark, stand at the same place: PDFium turns them around
 * with the line. None begins with its mark, nor lam and alef with the alef.
 */
function inLogicalOrder(glyphs: readonly Glyph[]): readonly Glyph[] {
  const ordered: Glyph[] = [];
  for (let start = 0, end = 1; start < glyphs.length; start = end, end += 1) {
    while (end < glyphs.length && glyphs[end]?.left === glyphs[start]?.left) end += 1;
    const group = glyphs.slice(start, end);
    ordered.push(...(isTurned(group) ? group.toReversed() : group));
  }
  return ordered;
}

function isTurned(group: readonly Glyph[]): boolean {
  const codes = group.map(({ code }) => code);
  const [first = 0, second] = codes;
  if (second === undefined) return false;
  return (MARK.test(String.fromCodePoint(first)) && isArabic(second)) || (ALEFS.has(first) && second === LAM);
}

function isArabic(code: number): boolean {
  return code >= 0x600 && code < 0x700;
}

/** Controls, halves of pairs, and signs that only the document's own font knows. */
function isNoise(code: number): boolean {
  return (
    (code < 0x20 && code !== 0x09) ||
    code > 0x10ffff ||
    (code >= 0xd800 && code <= 0xf8ff) ||
    (code >= 0x7f && code < 0xa0)
  );
}
