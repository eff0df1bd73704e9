import Papa from 'papaparse';
import { DELIMITERS, delimiterOf, LINE } from './csv-delimiter.ts';
import type { ParsedDocument } from './document.ts';
import { DocumentWriter } from './document-writer.ts';

/** Rows of one block; a row never lies in two. */
const ROWS_A_BLOCK = 5_000;

/** Delimited rows stay as they were written: what is cited must stand in the file. The parser only tells the cells. */
export function parseCsv(text: string): ParsedDocument {
  const writer = new DocumentWriter();
  const body = text.replace(/^\ufeff?(?:sep=.(?:\r\n?|\n))?/i, '');
  let rows: string[][] = [];
  let start = 0;
  let end = 0;
  let hasHeader: boolean | undefined;

  const flush = () => {
    if (rows.length > 0) writer.tableText(body.slice(start, end).replace(/^[\r\n]+|\s+$/g, ''), { hasHeader, rows });
    hasHeader = false;
    rows = [];
    start = end;
  };
  Papa.parse<string[]>(body, {
    delimiter: sepLine(text) ?? delimiterOf(body) ?? '',
    delimitersToGuess: [...DELIMITERS],
    skipEmptyLines: 'greedy',
    step: ({ data, meta }) => {
      rows.push(data);
      end = meta.cursor;
      if (rows.length >= ROWS_A_BLOCK) flush();
    },
  });
  flush();
  return writer.finish();
}

/** Spreadsheets write `sep=;` above the rows where their delimiter is not the comma. */
function sepLine(text: string): string | undefined {
  return /^\ufeff?sep=(.)[\r\n]/i.exec(text)?.[1];
}

/** Whether the first lines are rows: the same number of delimiters in each, which no prose has. */
export function looksLikeCsv(head: string): boolean {
  const lines = head
    .split(LINE)
    .slice(0, -1)
    .filter((line) => line.trim() !== '')
    .slice(0, 20);
  if (lines.length < 4) return false;
  return DELIMITERS.some((delimiter) => {
    const counts = lines.map((line) => line.replace(/"(?:[^"]|"")*"/g, '').split(delimiter).length);
    return (counts[0] ?? 0) >= 3 && counts.every((count) => count === counts[0]) && !lines.some(isRuleOrSentence);
  });
}

/** Lines of a Markdown table, or of prose that ends in full stops, are no rows. */
function isRuleOrSentence(line: string): boolean {
  return /^\s*\|/.test(line) || /[.!?]$/.test(line);
}
