import { elements } from './html-content.ts';
import { attribute, type HtmlElement, textOf } from './html-nodes.ts';

/** Whether a table holds data; one that lays out a page holds headings, paragraphs in number, or other tables. */
export function isDataTable(table: HtmlElement): boolean {
  if (attribute(table, 'role') === 'presentation') return false;
  for (const element of elements(table)) {
    if (element !== table && (element.tagName === 'table' || /^h[1-6]$/.test(element.tagName))) return false;
  }
  return true;
}

/** One line a row, cells between bars: a cell keeps its place also when those before it are empty. */
export function tableText(table: HtmlElement): string {
  const lines: string[] = [];
  for (const element of elements(table)) {
    if (element.tagName === 'caption') lines.push(oneLine(element));
    if (element.tagName !== 'tr') continue;
    const cells = element.childNodes.filter(
      (node): node is HtmlElement => 'tagName' in node && (node.tagName === 'td' || node.tagName === 'th'),
    );
    const row = cells.map(oneLine).join(' | ');
    if (/[^\s|]/.test(row)) lines.push(row);
  }
  return lines.join('\n');
}

function oneLine(element: HtmlElement): string {
  return textOf(element).replace(/\s+/g, ' ').trim();
}
