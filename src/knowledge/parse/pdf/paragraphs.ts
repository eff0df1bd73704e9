import type { Row } from './rows.ts';
import type { Vocabulary } from './vocabulary.ts';

export interface Paragraph {
  readonly kind: 'paragraph' | 'list' | 'table';
  readonly text: string;
  /** Height of its letters, in points. */
  readonly size: number;
  readonly lines: number;
  /** Whether it ends in the middle of a word, with a hyphen. */
  readonly breaksOff: boolean;
  /** Whether all of it is in bold letters. */
  readonly bold: boolean;
  /** Cells by row, where it is a table. */
  readonly rows: readonly (readonly string[])[];
}

const LIST_ITEM =
  /^(?:(?:[•◦▪‣●○■□*–-]|\(?(?:\d{1,3}|[a-z]|[ivx]{1,5})[.)])\s|\d{1,3}(?:\.\d{1,3}){1,4}\.?\s+[\p{Lu}\p{Lo}“"‘(])/u;
/** `Report date: …`: such lines do not run on. */
const LABEL = /^\p{Lu}[^.:!?]{0,40}:\s/u;
const SENTENCE_END = /[.!?:。！？][)"'”’»]*$/u;
/** Where the usual distance stands among all, from the smallest to the largest. */
const USUAL = 0.2;
const WORDS = /\p{L}\S*\s+\p{L}/u;
/** Scripts that put no space where a line ends. */
const UNSPACED = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;

/** Rows of one column as paragraphs, lists and tables. */
export function paragraphsOf(rows: readonly Row[], vocabulary: Vocabulary): readonly Paragraph[] {
  const pitch = usualPitch(rows);
  const right = Math.max(...rows.map((row) => row.right));
  const width = right - Math.min(...rows.map((row) => row.left));
  const groups: Row[][] = [];
  for (const row of rows.map((each, index) => asText(each, rows.slice(Math.max(0, index - 1), index + 2), right))) {
    const before = groups.at(-1)?.at(-1);
    const isShort = before !== undefined && before.right < right - 0.2 * width;
    if (before === undefined || begins(row, before, { pitch, isShort })) groups.push([row]);
    else groups.at(-1)?.push(row);
  }
  return groups.map((group) => toParagraph(group, vocabulary));
}

/**
 * A line that was spread to both edges of its column may have gaps like those between cells. It is one where it stands
 * alone among lines of text that reach the same edge.
 */
function asText(row: Row, around: readonly Row[], right: number): Row {
  const others = around.filter((other) => other !== row);
  const reaches = row.right > right - (row.top - row.bottom); // a word too long may stand out
  const isSpread = row.cells.length > 1 && reaches && others.some((other) => Math.abs(other.right - row.right) < 2);
  const isText = WORDS.test(row.cells.at(-1) ?? ''); // no page number, no amount
  if (!isSpread || !isText || others.some(({ cells }) => cells.length > 1)) return row;
  const text = row.cells.join(' ');
  return { ...row, text, cells: [text] };
}

/** Paragraphs of a page, those put together whose last word goes on at the top of the next column. */
export function acrossColumns(paragraphs: readonly Paragraph[], vocabulary: Vocabulary): readonly Paragraph[] {
  const joinedUp: Paragraph[] = [];
  for (const paragraph of paragraphs) {
    const before = joinedUp.at(-1);
    if (before?.breaksOff === true && paragraph.kind === 'paragraph' && /^\p{Ll}/u.test(paragraph.text)) {
      const start = before.text.slice(0, -1);
      const hyphen = vocabulary.keepsHyphen(start, paragraph.text) ? '-' : '';
      const { breaksOff, lines } = paragraph;
      const text = start + hyphen + paragraph.text;
      joinedUp[joinedUp.length - 1] = { ...before, text, breaksOff, lines: before.lines + lines };
    } else joinedUp.push(paragraph);
  }
  return joinedUp;
}

interface Surroundings {
  readonly pitch: number;
  /** Whether the line before ends well short of the column's edge. */
  readonly isShort: boolean;
}

function begins(row: Row, before: Row, { pitch, isShort }: Surroundings): boolean {
  const [size, sizeBefore] = [row.top - row.bottom, before.top - before.bottom];
  const isTable = row.cells.length > 1;
  if (isTable !== before.cells.length > 1) return true;
  const distance = center(before) - center(row);
  if (isTable) return distance > 2.5 * Math.max(pitch, size);
  if (distance > 1.35 * Math.max(pitch, size) || distance < 0) return true;
  if (size / sizeBefore > 1.15 || sizeBefore / size > 1.15) return true;
  if (LIST_ITEM.test(row.text) || row.bold !== before.bold) return true;
  if (isShort && LABEL.test(row.text) && LABEL.test(before.text)) return true;
  const ends = SENTENCE_END.test(before.text);
  return ends && (isShort || row.left > before.left + 0.8 * size);
}

function toParagraph(rows: readonly Row[], vocabulary: Vocabulary): Paragraph {
  const isTable = (rows[0]?.cells.length ?? 0) > 1;
  const text = isTable
    ? rows.map(({ text: row, hyphenated }) => (hyphenated ? `${row}-` : row)).join('\n')
    : joined(rows, vocabulary);
  const size = Math.max(...rows.map((row) => row.top - row.bottom));
  const kind = isTable ? 'table' : LIST_ITEM.test(text) ? 'list' : 'paragraph';
  return {
    kind,
    text,
    size,
    lines: rows.length,
    breaksOff: !isTable && rows.at(-1)?.hyphenated === true,
    bold: rows.every(({ bold }) => bold),
    rows: isTable ? rows.map(({ cells }) => cells) : [],
  };
}

function joined(rows: readonly Row[], vocabulary: Vocabulary): string {
  let text = '';
  let hyphenated = false;
  for (const row of rows) {
    const isUnspaced = UNSPACED.test(text.at(-1) ?? '') && UNSPACED.test(row.text.charAt(0));
    if (hyphenated && vocabulary.keepsHyphen(text, row.text)) text += '-';
    text += (text === '' || hyphenated || isUnspaced ? '' : ' ') + row.text;
    hyphenated = row.hyphenated;
  }
  return hyphenated ? `${text}-` : text;
}

/** The distance from line to line within paragraphs, which is among the smaller ones. */
function usualPitch(rows: readonly Row[]): number {
  const distances = rows.slice(1).flatMap((row, index) => {
    const distance = center(rows[index] ?? row) - center(row);
    return distance > 0.6 * (row.top - row.bottom) ? [distance] : [];
  });
  return distances.toSorted((a, b) => a - b)[Math.floor((distances.length - 1) * USUAL)] ?? 0;
}

function center({ top, bottom }: Row): number {
  return (top + bottom) / 2;
}
