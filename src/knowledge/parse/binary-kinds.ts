interface BinaryKind {
  /** With its article, as the person who added it knows it. */
  readonly name: string;
  readonly mediaType: string;
  /** First bytes, one character a byte, and where they stand. */
  readonly magic: string;
  readonly at?: number;
  /** What can be added instead. */
  readonly remedy: string;
}

const AS_TEXT = 'Add a text, PDF or Office version of what it says.';
const RESAVE = 'Save it as .docx, .xlsx or .pptx and add that.';
const UNPACK = 'Unpack it and add its documents, or pack them as .zip or .tar.gz.';

/** Files that people upload and that no format here reads, by their first bytes: they can be refused by name. */
const BINARY_KINDS: readonly BinaryKind[] = [
  {
    name: 'a document of an old Office program',
    mediaType: 'application/x-ole-storage',
    magic: '\u00d0\u00cf\u0011\u00e0',
    remedy: RESAVE,
  },
  { name: 'an RTF document', mediaType: 'application/rtf', magic: '{\\rtf', remedy: RESAVE },
  { name: 'a PNG image', mediaType: 'image/png', magic: '\u0089PNG', remedy: AS_TEXT },
  { name: 'a JPEG image', mediaType: 'image/jpeg', magic: '\u00ff\u00d8\u00ff', remedy: AS_TEXT },
  { name: 'a GIF image', mediaType: 'image/gif', magic: 'GIF8', remedy: AS_TEXT },
  { name: 'a TIFF image', mediaType: 'image/tiff', magic: 'II*\0', remedy: AS_TEXT },
  { name: 'a TIFF image', mediaType: 'image/tiff', magic: 'MM\0*', remedy: AS_TEXT },
  { name: 'a WebP image', mediaType: 'image/webp', magic: 'WEBP', at: 8, remedy: AS_TEXT },
  { name: 'a WAVE recording', mediaType: 'audio/wav', magic: 'WAVE', at: 8, remedy: AS_TEXT },
  { name: 'an MP3 recording', mediaType: 'audio/mpeg', magic: 'ID3', remedy: AS_TEXT },
  { name: 'an Ogg recording', mediaType: 'application/ogg', magic: 'OggS', remedy: AS_TEXT },
  { name: 'a video or recording', mediaType: 'video/mp4', magic: 'ftyp', at: 4, remedy: AS_TEXT },
  { name: 'a video', mediaType: 'video/x-matroska', magic: '\u001aE\u00df\u00a3', remedy: AS_TEXT },
  { name: 'a 7z archive', mediaType: 'application/x-7z-compressed', magic: '7z\u00bc\u00af', remedy: UNPACK },
  { name: 'a RAR archive', mediaType: 'application/vnd.rar', magic: 'Rar!', remedy: UNPACK },
  { name: 'a bzip2 archive', mediaType: 'application/x-bzip2', magic: 'BZh', remedy: UNPACK },
  { name: 'an xz archive', mediaType: 'application/x-xz', magic: '\u00fd7zXZ', remedy: UNPACK },
  { name: 'a zstd archive', mediaType: 'application/zstd', magic: '(\u00b5/\u00fd', remedy: UNPACK },
  { name: 'a database', mediaType: 'application/vnd.sqlite3', magic: 'SQLite format 3', remedy: 'Export it as CSV.' },
  { name: 'a Parquet file', mediaType: 'application/vnd.apache.parquet', magic: 'PAR1', remedy: 'Export it as CSV.' },
  { name: 'a program', mediaType: 'application/x-elf', magic: '\u007fELF', remedy: AS_TEXT },
  { name: 'a program', mediaType: 'application/x-msdownload', magic: 'MZ\u0090', remedy: AS_TEXT },
  { name: 'a program', mediaType: 'application/wasm', magic: '\0asm', remedy: AS_TEXT },
];

/** The kind of a binary file, by its head. */
export function binaryKind(head: string): BinaryKind | undefined {
  return BINARY_KINDS.find(({ magic, at }) => head.startsWith(magic, at ?? 0));
}

/** The part of an encrypted Office document that holds the real one, as its directory names it. */
const ENCRYPTED_PACKAGE = Buffer.from('EncryptedPackage', 'utf16le');

/** Whether a file is an Office document behind a password: it then looks like those of old Office programs. */
export function isEncryptedOffice(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(ENCRYPTED_PACKAGE);
}
