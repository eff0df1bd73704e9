interface BinaryKind {
  readonly name: string;
  readonly mediaType: string;
  /** First bytes, one character a byte. */
  readonly magic: string;
}

/** Files that people upload and that no format here reads, by their first bytes: they can be refused by name. */
const BINARY_KINDS: readonly BinaryKind[] = [
  { name: 'PDF', mediaType: 'application/pdf', magic: '%PDF-' },
  { name: 'ZIP or Office', mediaType: 'application/zip', magic: 'PK\u0003\u0004' },
  { name: 'legacy Office', mediaType: 'application/x-ole-storage', magic: '\u00d0\u00cf\u0011\u00e0' },
  { name: 'PNG', mediaType: 'image/png', magic: '\u0089PNG' },
  { name: 'JPEG', mediaType: 'image/jpeg', magic: '\u00ff\u00d8\u00ff' },
  { name: 'GIF', mediaType: 'image/gif', magic: 'GIF8' },
  { name: 'gzip', mediaType: 'application/gzip', magic: '\u001f\u008b' },
];

/** The kind of a binary file, by its head. */
export function binaryKind(head: string): BinaryKind | undefined {
  return BINARY_KINDS.find(({ magic }) => head.startsWith(magic));
}
