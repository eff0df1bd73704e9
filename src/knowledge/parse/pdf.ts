import type { ParsedDocument } from './document.ts';
import { DocumentWriter } from './document-writer.ts';
import { readingOrder } from './pdf/columns.ts';
import { openForm, readFields } from './pdf/form-fields.ts';
import { readFragments } from './pdf/fragments.ts';
import { headingFinder } from './pdf/headings.ts';
import { readOutline } from './pdf/outline.ts';
import { acrossColumns, type Paragraph, paragraphsOf } from './pdf/paragraphs.ts';
import { PdfFile } from './pdf/pdf-file.ts';
import { type Row, rowsOf } from './pdf/rows.ts';
import { Vocabulary } from './pdf/vocabulary.ts';
import { UnreadableSource } from './unreadable-source.ts';

/** PDFium's numbers for images, and for groups of objects that are drawn as one. */
const PICTURES = new Set([3, 5]);
/** Objects of a page that are looked at for a picture. */
const MAX_OBJECTS = 200;
/** Titles that a program wrote, not a person. */
const MACHINE_TITLE =
  /^(?:untitled|\(anonymous\)|microsoft word - .*|.*\.(?:docx?|pdf|indd|tex|xlsx?|pptx?|rtf|dvi|qxd))$/i;

interface PageRows {
  /** Rows of each region, in reading order. */
  readonly regions: readonly (readonly Row[])[];
  readonly fields: readonly string[];
  readonly isPicture: boolean;
}

interface PageContent {
  readonly paragraphs: readonly Paragraph[];
  readonly fields: readonly string[];
  readonly isPicture: boolean;
}

/**
 * A PDF page by page, each in reading order. Tabs stand between the cells of a row. Headings are those of the outline,
 * or lines in larger letters; filled-in form fields follow the page that they are on.
 */
export async function parsePdf(bytes: Uint8Array): Promise<ParsedDocument> {
  using file = await PdfFile.open(bytes);
  return file.attempt(() => {
    const { pdfium, document } = file;
    const pages = readPages(file);
    const pictures = pages.flatMap(({ isPicture }, index) => (isPicture ? [index + 1] : []));
    if (pages.every(({ paragraphs, fields }) => paragraphs.length + fields.length === 0)) throw withoutText(pictures);

    const levelOf = headingFinder(
      readOutline(file),
      pages.map(({ paragraphs }) => paragraphs),
    );
    const writer = new DocumentWriter();
    pages.forEach((page, index) => {
      writer.page(index + 1);
      for (const paragraph of page.paragraphs) write(paragraph, levelOf(paragraph, index), writer);
      writer.block('list', page.fields.join('\n'));
    });
    if (pictures.length > 0) writer.note(pictureNote(pictures));
    const title = file.named('Title', (tag) =>
      file.string((buffer, size) => pdfium._FPDF_GetMetaText(document, tag, buffer, size)),
    );
    return writer.finish(MACHINE_TITLE.test(title.trim()) ? undefined : title);
  });
}

function write(paragraph: Paragraph, level: number | undefined, writer: DocumentWriter): void {
  const { kind, text, rows } = paragraph;
  if (level !== undefined) writer.heading(level, text);
  else if (kind === 'table') writer.tableText(text, { rows });
  else writer.block(kind, text);
}

function readPages(file: PdfFile): readonly PageContent[] {
  const form = openForm(file);
  try {
    const pages = Array.from({ length: file.pages }, (_, index) => readPage(file, index, form.form));
    const vocabulary = new Vocabulary();
    for (const { regions } of pages) for (const { text } of regions.flat()) vocabulary.add(text);
    return pages.map(({ regions, fields, isPicture }) => {
      const paragraphs = regions.flatMap((region) => paragraphsOf(region, vocabulary));
      return { paragraphs: acrossColumns(paragraphs, vocabulary), fields, isPicture };
    });
  } finally {
    form.close();
  }
}

function readPage(file: PdfFile, index: number, form: number): PageRows {
  const { pdfium, document } = file;
  const page = pdfium._FPDF_LoadPage(document, index);
  // A page that is broken costs itself alone.
  if (page === 0) return { regions: [], fields: [], isPicture: false };
  const textPage = pdfium._FPDFText_LoadPage(page);
  const { fragments, aslant } = textPage === 0 ? { fragments: [], aslant: [] } : readFragments(file, textPage);
  const regions = [...readingOrder(fragments), ...aslant.map((fragment) => [fragment])].map(rowsOf);
  const fields = readFields(file, page, form);
  const isPicture = regions.length === 0 && holdsPicture(file, page);
  if (textPage !== 0) pdfium._FPDFText_ClosePage(textPage);
  pdfium._FPDF_ClosePage(page);
  return { regions, fields, isPicture };
}

function holdsPicture({ pdfium }: PdfFile, page: number): boolean {
  const count = Math.min(MAX_OBJECTS, pdfium._FPDFPage_CountObjects(page));
  for (let index = 0; index < count; index += 1) {
    if (PICTURES.has(pdfium._FPDFPageObj_GetType(pdfium._FPDFPage_GetObject(page, index)))) return true;
  }
  return false;
}

function withoutText(pictures: readonly number[]): UnreadableSource {
  const message =
    pictures.length > 0
      ? 'The PDF has no text: its pages are pictures (a scan). Run OCR over it and add the result.'
      : 'The PDF has no text on any of its pages. Add a version that has.';
  return new UnreadableSource(message, 'application/pdf');
}

function pictureNote(pictures: readonly number[]): string {
  const shown = pictures.slice(0, 20).join(', ');
  const more = pictures.length > 20 ? ` and ${pictures.length - 20} more` : '';
  const pages = pictures.length === 1 ? `Page ${shown} is a picture` : `Pages ${shown}${more} are pictures`;
  return `${pages} without text. Run OCR over the PDF to have all of it found.`;
}
