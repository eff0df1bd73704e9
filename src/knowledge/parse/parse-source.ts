import { binaryKind } from './binary-kinds.ts';
import { type ParsedDocument, UnreadableSource } from './document.ts';
import { formatOf } from './formats.ts';
import { toRawSource } from './raw-source.ts';

export interface ParsedSource {
  readonly document: ParsedDocument;
  /** The document's own title, else its file name. */
  readonly title: string;
  readonly mediaType: string;
}

/** What a source may weigh. Parsing holds it several times over, and a text of this size is a library. */
export const MAX_SOURCE_BYTES = 32 * 1024 * 1024;
const MAX_TITLE = 300;

/**
 * Reads a source of any known format.
 * @throws UnreadableSource when it is left out, with what to do about it.
 */
export async function parseSource(bytes: Uint8Array, path: string, mediaType: string): Promise<ParsedSource> {
  if (bytes.length === 0) throw new UnreadableSource('The file is empty. Add a version that has content.', mediaType);
  if (bytes.length > MAX_SOURCE_BYTES) {
    const limit = MAX_SOURCE_BYTES / 1024 / 1024;
    throw new UnreadableSource(`The file is larger than ${limit} MiB. Split it into several files.`, mediaType);
  }
  const source = toRawSource(bytes, path, mediaType);
  const kind = binaryKind(source.head);
  if (kind !== undefined) {
    const message = `This is a ${kind.name} file, which cannot be read. Upload its text as .txt, .md or .html.`;
    throw new UnreadableSource(message, kind.mediaType);
  }
  const format = formatOf(source);
  const document = await format.parse(source);
  if (!/[\p{L}\p{N}]/u.test(document.text)) {
    throw new UnreadableSource('The file holds no text. Add a version that has words in it.', format.mediaType);
  }
  const title = document.title?.replace(/\s+/g, ' ').trim().slice(0, MAX_TITLE);
  return { document, title: title || fileName(path), mediaType: format.mediaType };
}

function fileName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1) || path;
}
