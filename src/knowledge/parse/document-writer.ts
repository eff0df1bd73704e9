import type { BlockKind, Page, ParsedDocument, ParsedTable, ParsedTerm } from './document.ts';
import { SectionBuilder } from './section-builder.ts';
import { looksLikeHeader, oneLine, rowLine, type TableCells } from './table-cells.ts';
import { UnreadableSource } from './unreadable-source.ts';

/** UTF-16 units. A text is held several times over while it is cut and indexed. */
export const MAX_TEXT = 16 * 1024 * 1024;
/** Cells that are kept as cells, beside their text. */
const MAX_CELLS = 100_000;

/** Writes a document block by block, and keeps where each block, section, page and table stands. */
export class DocumentWriter {
  readonly #sections = new SectionBuilder();
  readonly #pages: Page[] = [];
  readonly #tables: ParsedTable[] = [];
  readonly #terms: ParsedTerm[] = [];
  readonly #notes: string[] = [];
  #text = '';
  #lastKind: BlockKind | undefined;
  #page: { readonly number: number; readonly start: number } | undefined;
  #cells = 0;

  /** Opens a section and writes its heading. Level 1 is the outermost. */
  heading(level: number, title: string): void {
    const text = oneLine(title);
    if (text === '') return;
    this.#sections.open(level, text);
    this.#write('heading', text);
  }

  /** Opens a section whose heading is not in the text. */
  section(level: number, title: string): void {
    this.#sections.open(level, title);
  }

  block(kind: Exclude<BlockKind, 'heading' | 'table'>, text: string): void {
    this.#write(kind, text);
  }

  /** A paragraph that says what a term means, which stands above it. */
  definition(term: string, text: string): void {
    const place = this.#write('paragraph', text);
    if (place !== undefined && term.trim() !== '') this.#terms.push({ term: oneLine(term), ...place });
  }

  /** Rows without any text are left out. A name is written as the caption; a label names the table elsewhere only. */
  table({ name, hasHeader, rows }: TableCells, label?: string): void {
    const filled = rows.filter((row) => row.some((cell) => cell.trim() !== ''));
    if (filled.length === 0) return;
    const caption = name === undefined ? [] : [oneLine(name)];
    this.tableText([...caption, ...filled.map(rowLine)].join('\n'), { name: name ?? label, hasHeader, rows: filled });
  }

  /** A table whose text is not its cells between bars. */
  tableText(text: string, { name, hasHeader, rows }: TableCells): void {
    const place = this.#write('table', text);
    this.#cells += rows.reduce((sum, row) => sum + row.length, 0);
    if (place === undefined || this.#cells > MAX_CELLS) return;
    const [header, body] = (hasHeader ?? looksLikeHeader(rows)) ? [rows[0] ?? [], rows.slice(1)] : [[], rows];
    this.#tables.push({ name, headingPath: this.#sections.path, header, rows: body, ...place });
  }

  /** What is written from here on stands on this page. */
  page(number: number): void {
    this.#endPage();
    this.#page = { number, start: this.#text.length };
  }

  note(sentence: string): void {
    this.#notes.push(sentence);
  }

  /** Takes in another document below the headings that are open. */
  append(document: ParsedDocument): void {
    const above = this.#sections.path;
    const at = this.#begin(document.text, 'paragraph');
    const moved = <T extends { readonly start: number; readonly end: number }>(place: T): T => ({
      ...place,
      start: place.start + at,
      end: place.end + at,
    });
    for (const section of document.sections) {
      const headingPath = [...above, ...section.headingPath];
      this.#sections.insert({ ...moved(section), headingPath, blocks: section.blocks.map(moved) });
    }
    for (const page of document.pages ?? []) this.#pages.push(moved(page));
    for (const table of document.tables ?? []) {
      this.#cells += table.rows.reduce((sum, row) => sum + row.length, table.header.length);
      if (this.#cells <= MAX_CELLS) {
        this.#tables.push({ ...moved(table), headingPath: [...above, ...table.headingPath] });
      }
    }
    for (const term of document.terms ?? []) this.#terms.push(moved(term));
    this.#notes.push(...(document.notes ?? []));
  }

  finish(title?: string): ParsedDocument {
    this.#endPage();
    return {
      title,
      text: this.#text,
      sections: this.#sections.sections(),
      ...(this.#pages.length > 0 && { pages: this.#pages }),
      ...(this.#tables.length > 0 && { tables: this.#tables }),
      ...(this.#terms.length > 0 && { terms: this.#terms }),
      ...(this.#notes.length > 0 && { notes: this.#notes }),
    };
  }

  #write(kind: BlockKind, text: string): { readonly start: number; readonly end: number } | undefined {
    if (text.trim() === '') return undefined;
    const start = this.#begin(text, kind);
    const place = { start, end: start + text.length };
    this.#sections.add({ kind, ...place });
    return place;
  }

  #begin(text: string, kind: BlockKind): number {
    if (this.#text.length + text.length > MAX_TEXT) throw tooMuchText();
    if (this.#text !== '') this.#text += kind === 'list' && this.#lastKind === 'list' ? '\n' : '\n\n';
    const start = this.#text.length;
    this.#text += text;
    this.#lastKind = kind;
    return start;
  }

  #endPage(): void {
    if (this.#page !== undefined) this.#pages.push({ ...this.#page, end: this.#text.length });
    this.#page = undefined;
  }
}

export function tooMuchText(): UnreadableSource {
  const millions = Math.floor(MAX_TEXT / 1_000_000);
  const message = `The file holds more than ${millions} million characters of text. Split it into several files.`;
  return new UnreadableSource(message, 'application/octet-stream');
}
