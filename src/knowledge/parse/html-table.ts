import { elements } from './html-content.ts';
import { attribute, type HtmlElement, textOf } from './html-nodes.ts';
import type { TableCells } from './table-cells.ts';

/** Larger spans are damage, or say "to the end". */
const MAX_SPAN = 100;

/** Whether a table holds data; one that lays out a page holds headings, paragraphs in number, or other tables. */
export function isDataTable(table: HtmlElement): boolean {
  if (attribute(table, 'role') === 'presentation') return false;
  for (const element of elements(table)) {
    if (element !== table && (element.tagName === 'table' || /^h[1-6]$/.test(element.tagName))) return false;
  }
  return true;
}

export function tableCells(table: HtmlElement): TableCells {
  const rows: string[][] = [];
  const below = new Map<number, number>();
  let name: string | undefined;
  let hasHeader: boolean | undefined;
  for (const element of elements(table)) {
    if (element.tagName === 'caption') name = textOf(element);
    if (element.tagName !== 'tr') continue;
    const cells = element.childNodes.filter(
      (node): node is HtmlElement => 'tagName' in node && (node.tagName === 'td' || node.tagName === 'th'),
    );
    if (rows.length === 0 && cells.length > 0) hasHeader = cells.every(({ tagName }) => tagName === 'th') || undefined;
    rows.push(placed(cells, below));
  }
  return { name, hasHeader, rows };
}

/** A row with each cell in its column: empty ones stand for what a cell spans, and for what hangs down from above. */
function placed(cells: readonly HtmlElement[], below: Map<number, number>): string[] {
  const row: string[] = [];
  const skipTaken = () => {
    for (let rest = below.get(row.length); rest !== undefined; rest = below.get(row.length)) {
      if (rest > 1) below.set(row.length, rest - 1);
      else below.delete(row.length);
      row.push('');
    }
  };
  for (const cell of cells) {
    skipTaken();
    const [columns, rows] = [spanOf(cell, 'colspan'), spanOf(cell, 'rowspan')];
    const hanging = Array.from({ length: columns }, (_, offset) => row.length + offset);
    row.push(textOf(cell), ...Array.from({ length: columns - 1 }, () => ''));
    if (rows > 1) for (const column of hanging) below.set(column, rows - 1);
  }
  skipTaken();
  return row;
}

function spanOf(cell: HtmlElement, name: string): number {
  const span = Math.trunc(Number(attribute(cell, name) ?? 1));
  return span >= 1 && span <= MAX_SPAN ? span : 1;
}
