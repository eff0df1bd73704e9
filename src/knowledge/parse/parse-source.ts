import { Allowance } from './allowance.ts';
import { binaryKind, isEncryptedOffice } from './binary-kinds.ts';
import { MAX_TEXT, tooMuchText } from './document-writer.ts';
import type { ParsedSource } from './format.ts';
import { formatOf } from './formats.ts';
import { toRawSource } from './raw-source.ts';
import { MAX_CONTAINER_BYTES, MAX_TEXT_BYTES, refusalOfSize } from './source-size.ts';
import { UnreadableSource } from './unreadable-source.ts';

const MAX_TITLE = 300;

/**
 * Reads a source of any known format.
 * @throws UnreadableSource when it is left out, with what to do about it.
 */
export function parseSource(bytes: Uint8Array, path: string, mediaType: string): Promise<ParsedSource> {
  return parse({ bytes, path, mediaType }, new Allowance());
}

interface Part {
  readonly bytes: Uint8Array;
  readonly path: string;
  readonly mediaType: string;
}

async function parse(part: Part, allowance: Allowance): Promise<ParsedSource> {
  const { bytes, path, mediaType } = part;
  if (bytes.length === 0) throw new UnreadableSource('The file is empty. Add a version that has content.', mediaType);
  refuseLargerThan(MAX_CONTAINER_BYTES, bytes.length, mediaType);
  const source = await toRawSource(bytes, { path, mediaType }, allowance);
  const kind = binaryKind(source.head);
  if (kind !== undefined) {
    if (isEncryptedOffice(bytes)) {
      throw new UnreadableSource('The document is encrypted. Remove the password and add it again.', kind.mediaType);
    }
    throw new UnreadableSource(`This is ${kind.name}, which cannot be read. ${kind.remedy}`, kind.mediaType);
  }
  const format = formatOf(source);
  refuseLargerThan(format.maxBytes ?? MAX_TEXT_BYTES, bytes.length, format.mediaType);

  const document = await format.parse(source, (inner) => allowance.within(() => parse(inner, allowance)));
  if (document.text.length > MAX_TEXT) throw tooMuchText();
  if (!/[\p{L}\p{N}]/u.test(document.text)) {
    const notes = document.notes?.map((note) => ` ${note}`).join('') ?? '';
    throw new UnreadableSource(
      `The file holds no text.${notes || ' Add a version that has words in it.'}`,
      format.mediaType,
    );
  }
  const title = document.title?.replace(/\s+/g, ' ').trim().slice(0, MAX_TITLE);
  return { document, title: title || fileName(path), mediaType: format.mediaType };
}

function refuseLargerThan(limit: number, bytes: number, mediaType: string): void {
  const reason = refusalOfSize(bytes, limit);
  if (reason !== undefined) throw new UnreadableSource(reason, mediaType);
}

function fileName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1) || path;
}
