/** What a block may be cut at when it is too long for one chunk. */
export type BlockKind = 'heading' | 'paragraph' | 'list' | 'table' | 'code';

/** A stretch of a document that belongs together. Blocks never overlap and stand in order. */
export interface Block {
  readonly kind: BlockKind;
  readonly start: number;
  readonly end: number;
}

/** What stands between one heading and the next, that heading included. */
export interface Section {
  /** Headings above, outermost first; empty before the first heading. */
  readonly headingPath: readonly string[];
  readonly start: number;
  readonly end: number;
  readonly blocks: readonly Block[];
}

/** A page's place in the text. */
export interface Page {
  /** From 1. */
  readonly number: number;
  readonly start: number;
  readonly end: number;
}

/** A document as text. Every offset counts UTF-16 units of `text`. */
export interface ParsedDocument {
  /** The document's own title, or undefined where it names none. */
  readonly title: string | undefined;
  readonly text: string;
  readonly sections: readonly Section[];
  /** Only where the format has pages. */
  readonly pages?: readonly Page[];
}

/** A source that is left out for what it is: nothing went wrong, and the message says what to do. */
export class UnreadableSource extends Error {
  override readonly name = 'UnreadableSource';
  /** Media type as far as the content shows it. */
  readonly mediaType: string;

  constructor(message: string, mediaType: string) {
    super(message);
    this.mediaType = mediaType;
  }
}
