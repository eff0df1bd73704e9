import type { DocumentWriter } from '../../document-writer.ts';
import { childAt, childrenNamed, descendantsNamed, isElement, textOf, type XmlElement } from '../../xml/xml-tree.ts';

/** What a slide refers to, by relationship id. */
export interface SlideParts {
  readonly writeChart: (relationshipId: string) => void;
  readonly writeDiagram: (relationshipId: string) => void;
}

/** Placeholders that say the same on every slide. */
const FURNITURE = new Set(['dt', 'ftr', 'hdr', 'sldNum', 'sldImg']);
const TITLES = new Set(['title', 'ctrTitle']);

/** Writes a slide's title, then its other shapes in their order. */
export function writeSlide(slide: XmlElement, writer: DocumentWriter, parts: SlideParts): void {
  const tree = childAt(slide, 'p:sld', 'p:cSld', 'p:spTree');
  if (tree === undefined) return;
  const title = [...descendantsNamed(tree, 'p:sp')].find((shape) => TITLES.has(placeholderOf(shape) ?? ''));
  if (title !== undefined) writer.heading(1, paragraphsOf(title).join(' '));
  for (const shape of tree.children.filter(isElement)) if (shape !== title) writeShape(shape, writer, parts, title);
}

/** The speaker's notes, without the slide's picture and number. */
export function writeNotes(notes: XmlElement, writer: DocumentWriter): void {
  const tree = childAt(notes, 'p:notes', 'p:cSld', 'p:spTree');
  for (const shape of childrenNamed(tree, 'p:sp')) {
    if (!FURNITURE.has(placeholderOf(shape) ?? '')) writer.block('paragraph', paragraphsOf(shape).join('\n'));
  }
}

function writeShape(shape: XmlElement, writer: DocumentWriter, parts: SlideParts, title?: XmlElement): void {
  switch (shape.name) {
    case 'p:sp':
    case 'p:cxnSp': {
      if (shape === title || FURNITURE.has(placeholderOf(shape) ?? '')) return;
      const paragraphs = paragraphsOf(shape);
      if (paragraphs.length > 1) for (const each of paragraphs) writer.block('list', each);
      else writer.block('paragraph', paragraphs.join(''));
      return;
    }
    case 'p:grpSp':
      for (const inner of shape.children.filter(isElement)) writeShape(inner, writer, parts, title);
      return;
    case 'mc:AlternateContent':
      for (const inner of (childAt(shape, 'mc:Choice') ?? shape).children.filter(isElement)) {
        writeShape(inner, writer, parts, title);
      }
      return;
    case 'p:pic': {
      // What a picture shows, where its author said so; file names and machine captions say nothing.
      const description = childAt(shape, 'p:nvPicPr', 'p:cNvPr')?.attributes['descr']?.trim() ?? '';
      if (/\s/.test(description)) writer.block('paragraph', description);
      return;
    }
    case 'p:graphicFrame':
      writeFrame(shape, writer, parts);
  }
}

function writeFrame(frame: XmlElement, writer: DocumentWriter, parts: SlideParts): void {
  const data = childAt(frame, 'a:graphic', 'a:graphicData');
  const table = childAt(data, 'a:tbl');
  if (table !== undefined) {
    const rows = childrenNamed(table, 'a:tr').map((row) =>
      childrenNamed(row, 'a:tc').map((cell) => paragraphsOf(cell).join('\n')),
    );
    const marked = childAt(table, 'a:tblPr')?.attributes['firstRow'];
    writer.table({ hasHeader: /^(?:1|true)$/.test(marked ?? '') || undefined, rows });
  }
  const chart = childAt(data, 'c:chart')?.attributes['r:id'];
  if (chart !== undefined) parts.writeChart(chart);
  const diagram = childAt(data, 'dgm:relIds')?.attributes['r:dm'];
  if (diagram !== undefined) parts.writeDiagram(diagram);
}

/** Paragraphs with text in them, bullets and indents as the level of each implies. */
export function paragraphsOf(shape: XmlElement): readonly string[] {
  return [...descendantsNamed(shape, 'a:p')].flatMap((paragraph) => {
    const text = paragraph.children.filter(isElement).map(runText).join('').trim();
    if (text === '') return [];
    const level = Number(childAt(paragraph, 'a:pPr')?.attributes['lvl'] ?? 0);
    return [`${'  '.repeat(Math.min(8, level))}${text}`];
  });
}

function runText(run: XmlElement): string {
  if (run.name === 'a:br') return '\n';
  if (run.name === 'a:r' || run.name === 'a:fld') return textOf(childAt(run, 'a:t'));
  return run.name === 'a:pPr' ? '' : [...descendantsNamed(run, 'm:t')].map(textOf).join('');
}

function placeholderOf(shape: XmlElement): string | undefined {
  const placeholder = childAt(shape, 'p:nvSpPr', 'p:nvPr', 'p:ph');
  return placeholder === undefined ? undefined : (placeholder.attributes['type'] ?? 'body');
}
