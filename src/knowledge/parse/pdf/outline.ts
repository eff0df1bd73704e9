import type { PdfFile } from './pdf-file.ts';

export interface OutlineEntry {
  readonly title: string;
  /** From 1. */
  readonly level: number;
  /** Index of the page it leads to, from 0; -1 where it leads nowhere. */
  readonly page: number;
}

const MAX_ENTRIES = 5_000;
const MAX_LEVEL = 9;

/** The document's outline, in its order. Circles end at what was seen before. */
export function readOutline(file: PdfFile): readonly OutlineEntry[] {
  const { pdfium, document } = file;
  const entries: OutlineEntry[] = [];
  const seen = new Set<number>();

  const visit = (parent: number, level: number) => {
    let bookmark = pdfium._FPDFBookmark_GetFirstChild(document, parent);
    while (bookmark !== 0 && !seen.has(bookmark) && entries.length < MAX_ENTRIES) {
      seen.add(bookmark);
      const at = bookmark;
      const title = file.string((buffer, size) => pdfium._FPDFBookmark_GetTitle(at, buffer, size));
      entries.push({ title: title.replace(/\s+/g, ' ').trim(), level, page: pageOf(file, at) });
      if (level < MAX_LEVEL) visit(at, level + 1);
      bookmark = pdfium._FPDFBookmark_GetNextSibling(document, at);
    }
  };
  visit(0, 1);
  return entries.filter(({ title }) => title !== '');
}

function pageOf({ pdfium, document }: PdfFile, bookmark: number): number {
  const own = pdfium._FPDFBookmark_GetDest(document, bookmark);
  if (own !== 0) return pdfium._FPDFDest_GetDestPageIndex(document, own);
  const action = pdfium._FPDFBookmark_GetAction(bookmark);
  const destination = action === 0 ? 0 : pdfium._FPDFAction_GetDest(document, action);
  return destination === 0 ? -1 : pdfium._FPDFDest_GetDestPageIndex(document, destination);
}
