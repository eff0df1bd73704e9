import { UnreadableSource } from '../unreadable-source.ts';
import { loadPdfium, type Pdfium, releasePdfium } from './pdfium.ts';

const MEDIA_TYPE = 'application/pdf';
/** PDFium's reasons for not opening a document. */
const WRONG_PASSWORD = 4;
const UNKNOWN_SECURITY = 5;
const MAX_STRING = 1 << 20;

/** A document that PDFium has open. */
export class PdfFile implements Disposable {
  readonly pdfium: Pdfium;
  readonly document: number;
  readonly #data: number;
  #broken = false;

  private constructor(pdfium: Pdfium, document: number, data: number) {
    this.pdfium = pdfium;
    this.document = document;
    this.#data = data;
  }

  /** @throws UnreadableSource when it is encrypted or damaged. */
  static async open(bytes: Uint8Array): Promise<PdfFile> {
    const pdfium = await loadPdfium();
    const data = pdfium.wasmExports.malloc(bytes.length);
    if (data === 0) {
      releasePdfium(pdfium, { broken: true });
      throw new UnreadableSource('The PDF takes too much memory to be read. Split it up.', MEDIA_TYPE);
    }
    pdfium.HEAPU8.set(bytes, data);
    let document = 0;
    try {
      document = pdfium._FPDF_LoadMemDocument(data, bytes.length, 0);
    } catch {
      releasePdfium(pdfium, { broken: true });
      throw damaged();
    }
    if (document !== 0) return new PdfFile(pdfium, document, data);
    const reason = pdfium._FPDF_GetLastError();
    pdfium.wasmExports.free(data);
    if (reason === WRONG_PASSWORD) {
      throw new UnreadableSource('The PDF is encrypted. Remove the password and add it again.', MEDIA_TYPE);
    }
    if (reason === UNKNOWN_SECURITY) {
      throw new UnreadableSource('The PDF is protected by rights management. Add a copy without it.', MEDIA_TYPE);
    }
    throw damaged();
  }

  get pages(): number {
    return this.pdfium._FPDF_GetPageCount(this.document);
  }

  /**
   * Runs work that reads the document.
   * @throws UnreadableSource when PDFium gives up on it.
   */
  attempt<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      // Traps and aborts of the WebAssembly instance. It cannot be used any more, not even to close the document.
      if (!(error instanceof WebAssembly.RuntimeError)) throw error;
      this.#broken = true;
      throw new UnreadableSource(
        'The PDF is damaged or takes too much memory to be read. Save it again, or split it up.',
        MEDIA_TYPE,
      );
    }
  }

  /** UTF-16 of PDFium, which says its size in bytes, the end mark included, when it is given no room. */
  string(read: (buffer: number, size: number) => number): string {
    const size = read(0, 0);
    if (size <= 2 || size > MAX_STRING) return '';
    return this.withBuffer(size, (buffer) => {
      read(buffer, size);
      const bytes = this.pdfium.HEAPU8.subarray(buffer, buffer + size - 2);
      return new TextDecoder('utf-16le').decode(bytes).replace(/\0+$/, '');
    });
  }

  /** Lends an ASCII string to PDFium. */
  named<T>(name: string, use: (pointer: number) => T): T {
    return this.withBuffer(name.length + 1, (pointer) => {
      this.pdfium.HEAPU8.set([...Buffer.from(name, 'latin1'), 0], pointer);
      return use(pointer);
    });
  }

  withBuffer<T>(size: number, use: (pointer: number) => T): T {
    const pointer = this.pdfium.wasmExports.malloc(size);
    if (pointer === 0) throw new WebAssembly.RuntimeError('out of memory');
    try {
      return use(pointer);
    } finally {
      this.pdfium.wasmExports.free(pointer);
    }
  }

  [Symbol.dispose](): void {
    if (!this.#broken) {
      this.pdfium._FPDF_CloseDocument(this.document);
      this.pdfium.wasmExports.free(this.#data);
    }
    releasePdfium(this.pdfium, { broken: this.#broken });
  }
}

function damaged(): UnreadableSource {
  return new UnreadableSource('The PDF is damaged or cut off. Add an intact copy.', MEDIA_TYPE);
}
