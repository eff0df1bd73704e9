import type { ParsedTable } from '../../parse/document.ts';
import { boundedSpan, type Definition, tryTerm } from './definition.ts';

const TERM_COLUMN =
  /^(?:terms?|abbreviations?|acronyms?|words?|begriff|abkürzung|terme|sigle|término|termine|termo|begrip|术语|用語)$/iu;
const MEANING_COLUMN =
  /^(?:meanings?|definitions?|descriptions?|explanations?|stands for|bedeutung|definition|erklärung|beschreibung|définition|signification|significado|definición|descripción|significato|definizione|definição|betekenis|definitie|定义|定義|意味)$/iu;

/** Rows that are looked at: each is looked for in the table's text. */
const MAX_ROWS = 1_000;

/** Rows of a table whose columns say that one is the term and another its meaning. */
export function* tabulatedDefinitions(text: string, table: ParsedTable): Generator<Definition> {
  const named = table.header.map((name) => name.trim());
  const termColumn = named.findIndex((name) => TERM_COLUMN.test(name));
  const meaningColumn = named.findIndex((name) => MEANING_COLUMN.test(name));
  if (termColumn < 0 || meaningColumn < 0) return;
  const own = text.slice(table.start, table.end);
  let from = 0;
  for (const row of table.rows.slice(0, MAX_ROWS)) {
    const cell = row[termColumn]?.trim() ?? '';
    const meaning = row[meaningColumn]?.trim() ?? '';
    const term = tryTerm(cell);
    if (term === undefined || meaning === '') continue;
    const [first, second] = termColumn < meaningColumn ? [cell, meaning] : [meaning, cell];
    const start = own.indexOf(first, from);
    const end = start < 0 ? -1 : own.indexOf(second, start + first.length);
    // Cells whose markup was taken away do not stand in the text as they are.
    if (end < 0) continue;
    from = end + second.length;
    const span = boundedSpan(text, table.start + start, table.start + from);
    if (span !== undefined) yield { term, ...span };
  }
}
