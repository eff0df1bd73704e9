import type { Segment } from './segments.ts';

/**
 * A quoted segment as a reader sees it: without the marks of Markdown, on one line, a table's row with its column
 * names. Only the text that is shown changes; the citation quotes the source as it stands.
 */
export function displayText(quote: string, segment: Pick<Segment, 'kind' | 'under'>): string {
  switch (segment.kind) {
    case 'code':
      return quote.trim();
    case 'row':
      return rowText(quote, segment.under);
    case 'item':
      return plainText(quote.replace(/^\s*(?:[-*+•]|\d{1,3}[.)])\s+(?:\[[ xX]\]\s+)?/, ''));
    case 'sentence':
    case 'pair':
    case 'heading':
      return plainText(quote);
  }
}

function rowText(row: string, header: string): string {
  const names = cellsOf(header);
  return cellsOf(row)
    .map((cell, at) => {
      const name = names[at] ?? '';
      return name === '' || cell === '' ? cell : `${name}: ${cell}`;
    })
    .filter((cell) => cell !== '')
    .join('; ');
}

function cellsOf(row: string): readonly string[] {
  return row
    .trim()
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => plainText(cell.replaceAll('\\|', '|')));
}

function plainText(markdown: string): string {
  return markdown
    .replace(/^\s*(?:>\s?)+/gm, '')
    .replace(/!?\[([^\][]*)\]\((?:[^()\s]|\([^()]*\))*(?:\s+"[^"]*")?\)/g, '$1')
    .replace(/(\*\*|__)(?=\S)(.+?)(?<=\S)\1/gs, '$2')
    .replace(/(?<![\p{L}\p{N}*])\*(?=\S)([^*\n]+?)(?<=\S)\*(?![\p{L}\p{N}*])/gu, '$1')
    .replace(/(?<![\p{L}\p{N}_])_(?=\S)([^_\n]+?)(?<=\S)_(?![\p{L}\p{N}_])/gu, '$1')
    .replace(/(`+)(.+?)\1/gs, '$2')
    .replace(/<\/?(?:br|b|i|em|strong|sup|sub|span|p|div|a|u)\b[^>]*>/gi, ' ')
    .replace(/\\([\\`*_{}[\]()#+.!|-])/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
}

/** The text that goes between two pieces of an answer. */
export function joint(before: string): string {
  if (before === '') return '';
  if (/[。！？]$/u.test(before)) return '';
  return /[.!?…:;؟।]["'”’)\]]*$/u.test(before) ? ' ' : '. ';
}
