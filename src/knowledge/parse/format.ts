import type { ParsedDocument } from './document.ts';
import type { RawSource } from './raw-source.ts';

/** Reads what a source holds inside: a member of an archive, an attachment. Rejects as `parseSource` does. */
export type ReadPart = (part: {
  readonly bytes: Uint8Array;
  readonly path: string;
  readonly mediaType: string;
}) => Promise<ParsedSource>;

export interface ParsedSource {
  readonly document: ParsedDocument;
  /** The document's own title, else its file name. */
  readonly title: string;
  readonly mediaType: string;
}

/** A kind of document that can be read. A further format is a further file and a line in `FORMATS`. */
export interface Format {
  /** What sources of this format are reported as. */
  readonly mediaType: string;
  /** Other names that callers use for it. */
  readonly aliases: readonly string[];
  /** Without the dot, lower case. */
  readonly extensions: readonly string[];
  /** Bytes that a source of this format may weigh; `MAX_TEXT_BYTES` when absent. */
  readonly maxBytes?: number;
  /** Whether the content itself says so; a maybe is a no. */
  readonly sniff: (source: RawSource) => boolean;
  /** @throws UnreadableSource when the source is left out. */
  readonly parse: (source: RawSource, readPart: ReadPart) => ParsedDocument | Promise<ParsedDocument>;
}
