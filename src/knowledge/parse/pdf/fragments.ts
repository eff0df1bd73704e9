import { type Glyph, textOf } from './glyph-text.ts';
import type { PdfFile } from './pdf-file.ts';
import type { Pdfium } from './pdfium.ts';

/** A run of characters on one line without a wide gap. Coordinates in points, y upwards. */
export interface Fragment {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  /** Ends in the hyphen of a word that goes on in the next line. The hyphen is not in the text. */
  readonly hyphenated: boolean;
  /** Whether its line is in bold letters from beginning to end. */
  readonly bold: boolean;
  /** Whether a space stands at its beginning, or its end: it is not in the text. */
  readonly spaceBefore: boolean;
  readonly spaceAfter: boolean;
}

export interface PageText {
  readonly fragments: readonly Fragment[];
  /** What is written at an angle to the rest of the page: stamps, labels of an axis. */
  readonly aslant: readonly Fragment[];
}

/** A gap this many times as wide as the line is high separates cells and columns. */
const WIDE_GAP = 1.1;
const BOLD = 600;
/** Bytes of a box, and of a font's name as far as it is looked at. */
const BOX = 16;
const FONT_NAME = 128;
const LINE_END = new Set([0x0a, 0x0d]);
/** PDFium's sign for a hyphen at the end of a line. */
const HYPHEN = new Set([0x02, 0xfffe]);
/** Hyphens that PDFium takes for letters: that of typography, and the soft one. */
const LINE_END_HYPHEN = /(\p{L})[\u2010\u00ad]\s*$/u;
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u;
/** Reads the characters of a page, in the order that PDFium makes of them, as fragments. */
export function readFragments(file: PdfFile, textPage: number): PageText {
  const lines: { readonly quadrant: number; readonly fragments: readonly Fragment[]; readonly weight: number }[] = [];
  for (const line of readLines(file, textPage)) {
    lines.push({ quadrant: line.quadrant, fragments: fragmentsOf(line), weight: line.glyphs.length });
  }
  const weights = [0, 0, 0, 0];
  for (const { quadrant, weight } of lines) weights[quadrant] = (weights[quadrant] ?? 0) + weight;
  const upright = weights.indexOf(Math.max(...weights));
  return {
    fragments: lines.filter(({ quadrant }) => quadrant === upright).flatMap(({ fragments }) => fragments),
    aslant: lines.filter(({ quadrant }) => quadrant !== upright).flatMap(({ fragments }) => fragments),
  };
}

interface Line {
  readonly glyphs: readonly Glyph[];
  /** How often the line is turned by 90° against the page, counter-clockwise. */
  readonly quadrant: number;
  readonly hyphenated: boolean;
  readonly bold: boolean;
}

function* readLines({ pdfium }: PdfFile, textPage: number): Generator<Line> {
  const count = pdfium._FPDFText_CountChars(textPage);
  const box = pdfium.wasmExports.malloc(BOX + FONT_NAME);
  let glyphs: Glyph[] = [];
  let quadrant = 0;
  let isBold = false;
  let last = 0;
  const isBoldAt = (index: number) => isBoldFont(pdfium, textPage, { index, buffer: box + BOX });
  try {
    for (let index = 0; index < count; index += 1) {
      const code = pdfium._FPDFText_GetUnicode(textPage, index);
      if (LINE_END.has(code) || HYPHEN.has(code)) {
        if (glyphs.length > 0) yield { glyphs, quadrant, hyphenated: HYPHEN.has(code), bold: isBold && isBoldAt(last) };
        glyphs = [];
        continue;
      }
      if (code === 0 || pdfium._FPDFText_GetLooseCharBox(textPage, index, box) === 0) continue;
      if (glyphs.length === 0) {
        quadrant = quadrantOf(pdfium._FPDFText_GetCharAngle(textPage, index));
        isBold = isBoldAt(index);
      }
      if (code > 0x20) last = index;
      const view = new DataView(pdfium.HEAPU8.buffer, box, BOX);
      const [left, top, right, bottom] = [0, 4, 8, 12].map((at) => view.getFloat32(at, true)) as Box;
      glyphs.push({ code, left, right, top, bottom });
    }
    if (glyphs.length > 0) yield { glyphs, quadrant, hyphenated: false, bold: isBold && isBoldAt(last) };
  } finally {
    pdfium.wasmExports.free(box);
  }
}

type Box = [left: number, top: number, right: number, bottom: number];

/** By its weight, or by its name where the document leaves the font to the reader. */
function isBoldFont(
  pdfium: Pdfium,
  textPage: number,
  { index, buffer }: { readonly index: number; readonly buffer: number },
): boolean {
  if (pdfium._FPDFText_GetFontWeight(textPage, index) >= BOLD) return true;
  const size = Math.min(FONT_NAME, pdfium._FPDFText_GetFontInfo(textPage, index, buffer, FONT_NAME, 0));
  return /bold|black|heavy/i.test(Buffer.from(pdfium.HEAPU8.subarray(buffer, buffer + size)).toString('latin1'));
}

function quadrantOf(angle: number): number {
  return Math.round(-angle / (Math.PI / 2)) & 3; // PDFium turns the other way
}

function fragmentsOf(line: Line): readonly Fragment[] {
  const glyphs = line.glyphs.map((glyph) => turned(glyph, line.quadrant));
  const isWhole = RIGHT_TO_LEFT.test(textOf(glyphs)); // gaps of mixed directions say nothing
  const runs: Glyph[][] = [];
  let run: Glyph[] = [];
  let last: Glyph | undefined;
  for (const glyph of glyphs) {
    if (glyph.code !== 0x20 && glyph.code !== 0xa0) {
      const gap = last === undefined ? 0 : glyph.left - last.right;
      const height = Math.max(glyph.top - glyph.bottom, 1);
      if (!isWhole && last !== undefined && (gap > WIDE_GAP * height || gap < -4 * height)) {
        runs.push(run);
        run = [];
      }
      last = glyph;
    }
    run.push(glyph);
  }
  runs.push(run);
  return runs.flatMap((each, index) =>
    toFragment(each, {
      hyphenated: line.hyphenated && index === runs.length - 1,
      isLast: index === runs.length - 1,
      bold: line.bold,
    }),
  );
}

/** As if the page were turned so that the line is level. */
function turned(glyph: Glyph, quadrant: number): Glyph {
  const { code, left, right, top, bottom } = glyph;
  if (quadrant === 1) return { code, left: bottom, right: top, top: -left, bottom: -right };
  if (quadrant === 2) return { code, left: -right, right: -left, top: -bottom, bottom: -top };
  if (quadrant === 3) return { code, left: -top, right: -bottom, top: right, bottom: left };
  return glyph;
}

interface LinePart {
  readonly bold: boolean;
  /** Whether PDFium says that the line ends in a hyphen, and this is its end. */
  readonly hyphenated: boolean;
  readonly isLast: boolean;
}

function toFragment(glyphs: readonly Glyph[], about: LinePart): readonly Fragment[] {
  const raw = textOf(glyphs);
  const hyphenated = about.hyphenated || (about.isLast && LINE_END_HYPHEN.test(raw));
  const text = (hyphenated ? raw.replace(LINE_END_HYPHEN, '$1') : raw).replace(/\s+/g, ' ').trim();
  const inked = glyphs.filter(({ code }) => code > 0x20);
  if (text === '' || inked.length === 0) return [];
  const heights = inked.map(({ top, bottom }) => top - bottom).toSorted((a, b) => a - b);
  const height = heights[heights.length >> 1] ?? 0;
  // The line's own height, not that of a mark above it.
  const middle = inked.find(({ top, bottom }) => top - bottom === height) ?? inked[0];
  return [
    {
      text,
      left: Math.min(...inked.map(({ left }) => left)),
      right: Math.max(...inked.map(({ right }) => right)),
      top: middle?.top ?? 0,
      bottom: middle?.bottom ?? 0,
      bold: about.bold,
      hyphenated,
      spaceBefore: /^\s/.test(raw),
      spaceAfter: /\s$/.test(raw),
    },
  ];
}
