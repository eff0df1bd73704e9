import type { DocumentWriter } from '../../document-writer.ts';
import { oneLine } from '../../table-cells.ts';
import { childAt, childrenNamed, isElement, type XmlElement } from '../../xml/xml-tree.ts';
import type { Numbering } from './numbering.ts';
import { type NoteKind, type ParagraphContent, paragraphContent } from './run-text.ts';
import { numberingOf, outlineLevelOf, type Styles, valueOf } from './styles.ts';
import { cellsOf, rowsOf, type TableCell } from './table.ts';

export interface BodyParts {
  readonly styles: Styles;
  readonly numbering: Numbering;
  /** Bodies of footnotes, endnotes and comments by kind and id: `footnote 2`. */
  readonly notes: ReadonlyMap<string, XmlElement>;
  /** Writes the chart that a relationship of the body names. */
  readonly writeChart: (relationshipId: string) => void;
}

/** Elements that only wrap paragraphs and tables. Deleted and moved-away text is not among them. */
const WRAPPERS = new Set(['w:sdt', 'w:sdtContent', 'w:ins', 'w:moveTo', 'w:customXml', 'w:smartTag']);

/** Writes what stands in a body, a cell, a note or a text box, in its order. */
export class BodyWriter {
  readonly #writer: DocumentWriter;
  readonly #parts: BodyParts;
  #title: string | undefined;

  constructor(writer: DocumentWriter, parts: BodyParts) {
    this.#writer = writer;
    this.#parts = parts;
  }

  /** The text of the first paragraph in the style of a title. */
  get title(): string | undefined {
    return this.#title;
  }

  write(body: XmlElement): void {
    for (const element of body.children.filter(isElement)) {
      if (element.name === 'w:p') this.#paragraph(element);
      else if (element.name === 'w:tbl') this.#table(element);
      else if (WRAPPERS.has(element.name)) this.write(element);
      else if (element.name === 'mc:AlternateContent') this.write(childAt(element, 'mc:Choice') ?? element);
    }
  }

  #paragraph(paragraph: XmlElement): void {
    const content = paragraphContent(paragraph);
    const properties = childAt(paragraph, 'w:pPr');
    const style = valueOf(childAt(properties, 'w:pStyle'));
    const label = content.text.trim() === '' ? undefined : this.#label(properties, style);
    const text = label === undefined ? content.text.trim() : `${label.text} ${content.text.trim()}`;
    const own = outlineLevelOf(properties);
    const level = own === undefined ? this.#parts.styles.headingLevel(style) : own < 9 ? own + 1 : undefined;

    if (level !== undefined) {
      if (this.#parts.styles.isTitle(style)) this.#title ??= oneLine(text);
      this.#writer.heading(level, text);
    } else {
      this.#writer.block(label === undefined ? 'paragraph' : 'list', text);
    }
    this.#attachments(content);
  }

  #attachments({ boxes, notes, charts }: ParagraphContent): void {
    for (const box of boxes) this.write(box);
    for (const id of charts) this.#parts.writeChart(id);
    for (const { kind, id } of notes) {
      const note = this.#parts.notes.get(`${kind} ${id}`);
      if (note !== undefined) this.write(note);
    }
  }

  #label(properties: XmlElement | undefined, style: string | undefined) {
    const { styles, numbering } = this.#parts;
    const [own, inherited] = [numberingOf(properties), styles.numbering(style)];
    const list = own.list ?? inherited.list;
    if (list === undefined || list === '0') return undefined;
    return numbering.next(list, own.level ?? numbering.levelOf(list, style) ?? inherited.level ?? 0);
  }

  /** A table of one cell is a frame around its content. Tables within cells follow the one they stand in. */
  #table(table: XmlElement): void {
    const rows = rowsOf(table).map(cellsOf);
    const [only] = rows[0] ?? [];
    if (rows.length === 1 && rows[0]?.length === 1 && only !== undefined) return this.write(only.element);

    const inner: XmlElement[] = [];
    const after: ParagraphContent[] = [];
    const texts = rows.map((cells) => cells.flatMap((cell) => this.#cell(cell, inner, after)));
    const isMarked = childAt(rowsOf(table)[0], 'w:trPr', 'w:tblHeader') !== undefined;
    this.#writer.table({ hasHeader: isMarked || undefined, rows: texts });
    for (const content of after) this.#attachments(content);
    for (const each of inner) this.#table(each);
  }

  /** The cell's text, and an empty one for each further column that it spans. */
  #cell({ element, span, continues }: TableCell, inner: XmlElement[], after: ParagraphContent[]): readonly string[] {
    const lines: string[] = [];
    const read = (parent: XmlElement) => {
      for (const child of parent.children.filter(isElement)) {
        if (child.name === 'w:p') {
          const content = paragraphContent(child);
          const properties = childAt(child, 'w:pPr');
          const label =
            content.text.trim() === '' ? undefined : this.#label(properties, valueOf(childAt(properties, 'w:pStyle')));
          lines.push(label === undefined || label.isBullet ? content.text : `${label.text} ${content.text}`);
          after.push(content);
        } else if (child.name === 'w:tbl') inner.push(child);
        else if (WRAPPERS.has(child.name)) read(child);
      }
    };
    if (!continues) read(element);
    return [lines.join('\n'), ...Array.from({ length: span - 1 }, () => '')];
  }
}

/** Bodies of a notes part by kind and id; separators, which have a type, are left out. */
export function noteBodies(part: XmlElement | undefined, kind: NoteKind) {
  const notes = childrenNamed(childAt(part, `w:${kind}s`), `w:${kind}`);
  return notes
    .filter(({ attributes }) => attributes['w:type'] === undefined || attributes['w:type'] === 'normal')
    .map((note) => [`${kind} ${note.attributes['w:id'] ?? ''}`, note] as const);
}
