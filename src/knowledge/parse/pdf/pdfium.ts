import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { PDFiumModule } from '@hyzyla/pdfium';

/** What is used of PDFium's C interface. Handles and pointers are numbers; a false is 0. */
export interface Pdfium {
  readonly HEAPU8: Uint8Array;
  readonly wasmExports: { malloc(size: number): number; free(pointer: number): void };
  _FPDF_InitLibrary(): void;
  _FPDF_LoadMemDocument(data: number, size: number, password: number): number;
  _FPDF_CloseDocument(document: number): void;
  _FPDF_GetLastError(): number;
  _FPDF_GetPageCount(document: number): number;
  _FPDF_GetMetaText(document: number, tag: number, buffer: number, size: number): number;
  _FPDF_LoadPage(document: number, index: number): number;
  _FPDF_ClosePage(page: number): void;
  _FPDFPage_CountObjects(page: number): number;
  _FPDFPage_GetObject(page: number, index: number): number;
  _FPDFPageObj_GetType(object: number): number;
  _FPDFText_LoadPage(page: number): number;
  _FPDFText_ClosePage(textPage: number): void;
  _FPDFText_CountChars(textPage: number): number;
  _FPDFText_GetUnicode(textPage: number, index: number): number;
  _FPDFText_IsGenerated(textPage: number, index: number): number;
  _FPDFText_GetLooseCharBox(textPage: number, index: number, box: number): number;
  _FPDFText_GetCharAngle(textPage: number, index: number): number;
  _FPDFText_GetFontWeight(textPage: number, index: number): number;
  _FPDFText_GetFontInfo(textPage: number, index: number, name: number, size: number, flags: number): number;
  _FPDFBookmark_GetFirstChild(document: number, bookmark: number): number;
  _FPDFBookmark_GetNextSibling(document: number, bookmark: number): number;
  _FPDFBookmark_GetTitle(bookmark: number, buffer: number, size: number): number;
  _FPDFBookmark_GetDest(document: number, bookmark: number): number;
  _FPDFBookmark_GetAction(bookmark: number): number;
  _FPDFAction_GetDest(document: number, action: number): number;
  _FPDFDest_GetDestPageIndex(document: number, destination: number): number;
  _FPDFDOC_InitFormFillEnvironment(document: number, info: number): number;
  _FPDFDOC_ExitFormFillEnvironment(form: number): void;
  _FPDFPage_GetAnnotCount(page: number): number;
  _FPDFPage_GetAnnot(page: number, index: number): number;
  _FPDFPage_CloseAnnot(annotation: number): void;
  _FPDFAnnot_GetSubtype(annotation: number): number;
  _FPDFAnnot_GetStringValue(annotation: number, key: number, buffer: number, size: number): number;
  _FPDFAnnot_GetFormFieldType(form: number, annotation: number): number;
  _FPDFAnnot_GetFormFieldName(form: number, annotation: number, buffer: number, size: number): number;
  _FPDFAnnot_GetFormFieldAlternateName(form: number, annotation: number, buffer: number, size: number): number;
  _FPDFAnnot_GetFormFieldValue(form: number, annotation: number, buffer: number, size: number): number;
  _FPDFAnnot_IsChecked(form: number, annotation: number): number;
}

const PAGE_BYTES = 65_536;
/** What a document may take in there, its own bytes included. A few kilobytes can ask for a gigabyte. */
const MAX_MEMORY = 320 * 1024 * 1024;
/** Memory that grew beyond this goes back to the system with the instance: it cannot shrink. */
const KEPT_MEMORY = 64 * 1024 * 1024;

let loaded: Promise<Pdfium> | undefined;

/** One instance a thread; loading it takes a tenth of a second. */
export function loadPdfium(): Promise<Pdfium> {
  return (loaded ??= instantiate());
}

/** Gives back the memory of an instance that is broken or that grew large. */
export function releasePdfium(pdfium: Pdfium, { broken }: { readonly broken: boolean }): void {
  if (broken || pdfium.HEAPU8.length > KEPT_MEMORY) loaded = undefined;
}

async function instantiate(): Promise<Pdfium> {
  const binary = await readFile(createRequire(import.meta.url).resolve('@hyzyla/pdfium/pdfium.wasm'));
  const module = await WebAssembly.compile(binary);
  const options = {
    printErr: () => {},
    instantiateWasm: (imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance) => void) => {
      const instance = new WebAssembly.Instance(module, imports);
      limitMemory(instance);
      done(instance);
      return instance.exports;
    },
  };
  // The package's types know a few of the functions, and call the instance a module.
  const load = PDFiumModule as unknown as (given: typeof options) => Promise<Pdfium>;
  const pdfium = await load(options);
  pdfium._FPDF_InitLibrary();
  return pdfium;
}

/** Growing beyond the limit fails inside PDFium, which then gives up on the document. */
function limitMemory({ exports }: WebAssembly.Instance): void {
  for (const memory of Object.values(exports)) {
    if (!(memory instanceof WebAssembly.Memory)) continue;
    const grow = memory.grow.bind(memory);
    memory.grow = (pages) => {
      if (memory.buffer.byteLength + pages * PAGE_BYTES > MAX_MEMORY) throw new RangeError('the PDF asks for too much');
      return grow(pages);
    };
  }
}
