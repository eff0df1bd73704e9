import type { Fragment } from './fragments.ts';

/** A line of a column, from its first word to its last. Cells are set apart by tabs. */
export interface Row {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly hyphenated: boolean;
  readonly bold: boolean;
  readonly cells: readonly string[];
}

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/gu;
const LETTERS = /\p{L}/gu;
/** In line heights: what is farther apart are cells, what is nearer belongs to one word. */
const CELL_GAP = 1.1;
const WORD_GAP = 0.12;

/** Fragments of one column as lines from top to bottom. */
export function rowsOf(fragments: readonly Fragment[]): readonly Row[] {
  const rows: Fragment[][] = [];
  for (const fragment of fragments.toSorted((a, b) => middle(b) - middle(a))) {
    const row = rows.at(-1);
    const first = row?.[0];
    const height = Math.min(fragment.top - fragment.bottom, first === undefined ? 0 : first.top - first.bottom);
    if (row !== undefined && first !== undefined && middle(first) - middle(fragment) < 0.5 * height) row.push(fragment);
    else rows.push([fragment]);
  }
  return rows.map(toRow);
}

function toRow(fragments: readonly Fragment[]): Row {
  const all = fragments.map(({ text }) => text).join(' ');
  const isRightToLeft = (all.match(RIGHT_TO_LEFT)?.length ?? 0) > (all.match(LETTERS)?.length ?? 0) / 2;
  const ordered = fragments.toSorted((a, b) => (isRightToLeft ? b.right - a.right : a.left - b.left));
  const cells: string[] = [];
  let before: Fragment | undefined;
  for (const fragment of ordered) {
    const gap = before === undefined ? 0 : isRightToLeft ? before.left - fragment.right : fragment.left - before.right;
    const height = fragment.top - fragment.bottom;
    const hyphen = before?.hyphenated === true ? '-' : ''; // of a word that does not go on here
    const isSpaced = gap > WORD_GAP * height || before?.spaceAfter === true || fragment.spaceBefore;
    const last = before === undefined ? undefined : `${cells.pop() ?? ''}${hyphen}`;
    if (last === undefined) cells.push(fragment.text);
    else if (gap > CELL_GAP * height) cells.push(last, fragment.text);
    else cells.push(`${last}${isSpaced ? ' ' : ''}${fragment.text}`);
    before = fragment;
  }
  const tallest = fragments.reduce((a, b) => (b.top - b.bottom > a.top - a.bottom ? b : a));
  return {
    text: cells.join('\t'),
    left: Math.min(...fragments.map(({ left }) => left)),
    right: Math.max(...fragments.map(({ right }) => right)),
    top: tallest.top,
    bottom: tallest.bottom,
    hyphenated: before?.hyphenated === true,
    bold: fragments.every(({ bold }) => bold),
    cells,
  };
}

function middle({ top, bottom }: Fragment): number {
  return (top + bottom) / 2;
}
