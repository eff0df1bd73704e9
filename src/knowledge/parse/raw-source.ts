import type { Allowance } from './allowance.ts';
import { ZipArchive } from './archive/zip-archive.ts';
import { decodeText } from './decode.ts';

/** A source, or a part of one, as it came. */
export interface RawSource {
  readonly bytes: Uint8Array;
  /** Path inside its context, or inside what it is a part of. */
  readonly path: string;
  /** What the caller said it is: a hint. */
  readonly mediaType: string;
  /** The first four kilobytes, byte for byte: enough to recognise a format by. */
  readonly head: string;
  /** Its members, where it is a ZIP archive, as Office documents and e-books are. */
  readonly archive: ZipArchive | undefined;
  readonly allowance: Allowance;
  /**
   * The bytes as text, decoded once.
   * @throws UnreadableSource when they are no text.
   */
  text(): string;
}

const CHARSET = /<meta[^>]+charset\s*=\s*["']?\s*([\w:-]+)|<\?xml[^>]+encoding\s*=\s*["']([\w:-]+)/i;
/** Bytes in which a page says what it is encoded in; scripts and styles may come before that. */
const HEAD = 65_536;
/** A first member, or the end of an archive without one. */
const ZIP = ['PK\u0003\u0004', 'PK\u0005\u0006'];

/** What the beginning of a page or an XML document says of its encoding. */
export function declaredEncoding(bytes: Uint8Array): string | undefined {
  const declared = CHARSET.exec(Buffer.from(bytes.subarray(0, HEAD)).toString('latin1'));
  return declared?.[1] ?? declared?.[2];
}

/** @throws UnreadableSource when it is an archive that cannot be opened. */
export async function toRawSource(
  bytes: Uint8Array,
  about: { readonly path: string; readonly mediaType: string },
  allowance: Allowance,
): Promise<RawSource> {
  const head = String.fromCharCode(...bytes.subarray(0, 4_096));
  const declared = declaredEncoding(bytes) ?? /;\s*charset\s*=\s*"?([\w:-]+)/i.exec(about.mediaType)?.[1];
  const archive = ZIP.some((magic) => head.startsWith(magic)) ? await ZipArchive.open(bytes) : undefined;
  let text: string | undefined;
  return {
    bytes,
    ...about,
    head,
    archive,
    allowance,
    text: () => (text ??= decodeText(bytes, declared)),
  };
}

/** The archive of a source whose format is one. */
export function archiveOf({ archive, path }: RawSource): ZipArchive {
  if (archive === undefined) throw new TypeError(`${path} is no archive`);
  return archive;
}
