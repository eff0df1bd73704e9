import type { PdfFile } from './pdf-file.ts';

/** PDFium's numbers for annotations and kinds of fields. */
const FREE_TEXT = 3;
const WIDGET = 20;
const PUSH_BUTTON = 1;
const CHECK_BOX = 2;
const RADIO_BUTTON = 3;
/** Room for the interface, which is smaller. */
const INFO_BYTES = 256;

/** Fills the interface that PDFium wants to be told of changes by; nothing here changes. */
export function openForm({ pdfium, document }: PdfFile): { readonly form: number; close(): void } {
  const info = pdfium.wasmExports.malloc(INFO_BYTES);
  pdfium.HEAPU8.fill(0, info, info + INFO_BYTES);
  pdfium.HEAPU8[info] = 1; // its version
  const form = pdfium._FPDFDOC_InitFormFillEnvironment(document, info);
  return {
    form,
    close: () => {
      if (form !== 0) pdfium._FPDFDOC_ExitFormFillEnvironment(form);
      pdfium.wasmExports.free(info);
    },
  };
}

/** What was filled in on a page, one `name: value` a field, and notes written onto it. */
export function readFields(file: PdfFile, page: number, form: number): readonly string[] {
  const { pdfium } = file;
  const lines: string[] = [];
  for (let index = 0; index < pdfium._FPDFPage_GetAnnotCount(page); index += 1) {
    const annotation = pdfium._FPDFPage_GetAnnot(page, index);
    if (annotation === 0) continue;
    const kind = pdfium._FPDFAnnot_GetSubtype(annotation);
    if (kind === WIDGET && form !== 0) lines.push(...fieldLine(file, form, annotation));
    if (kind === FREE_TEXT) {
      const text = file.named('Contents', (key) =>
        file.string((buffer, size) => pdfium._FPDFAnnot_GetStringValue(annotation, key, buffer, size)),
      );
      if (text.trim() !== '') lines.push(text.trim());
    }
    pdfium._FPDFPage_CloseAnnot(annotation);
  }
  return [...new Set(lines)];
}

function fieldLine(file: PdfFile, form: number, annotation: number): readonly string[] {
  const { pdfium } = file;
  const type = pdfium._FPDFAnnot_GetFormFieldType(form, annotation);
  if (type === PUSH_BUTTON) return [];
  const spoken = file.string((at, size) => pdfium._FPDFAnnot_GetFormFieldAlternateName(form, annotation, at, size));
  const name = spoken || file.string((at, size) => pdfium._FPDFAnnot_GetFormFieldName(form, annotation, at, size));
  const value = file.string((at, size) => pdfium._FPDFAnnot_GetFormFieldValue(form, annotation, at, size)).trim();
  const isBox = type === CHECK_BOX || type === RADIO_BUTTON;
  if (isBox && pdfium._FPDFAnnot_IsChecked(form, annotation) === 0) return [];
  if (value === '') return [];
  return [`${name.trim()}: ${value.replace(/\s+/g, ' ')}`];
}
