import { elements } from './html-content.ts';
import { attribute, type HtmlElement, textOf } from './html-nodes.ts';
import type { TableCells } from './table-cells.ts';

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
  let name: string | undefined;
  let hasHeader: boolean | undefined;
  for (const element of elements(table)) {
    if (element.tagName === 'caption') name = textOf(element);
    if (element.tagName !== 'tr') continue;
    const cells = element.childNodes.filter(
      (node): node is HtmlElement => 'tagName' in node && (node.tagName === 'td' || node.tagName === 'th'),
    );
    if (rows.length === 0 && cells.length > 0) hasHeader = cells.every(({ tagName }) => tagName === 'th') || undefined;
    rows.push(cells.map(textOf));
  }
  return { name, hasHeader, rows };
}
