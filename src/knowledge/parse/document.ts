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

/** A table as cells, beside its place in the text. */
export interface ParsedTable {
  /** Its caption or its sheet's name; undefined where it has neither. */
  readonly name: string | undefined;
  readonly headingPath: readonly string[];
  /** Names of the columns; empty where no row looks like that. */
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly start: number;
  readonly end: number;
}

/** A term, and the block that says what it means. */
export interface ParsedTerm {
  readonly term: string;
  readonly start: number;
  readonly end: number;
}

/** A document as text. Every offset counts UTF-16 units of `text`. */
export interface ParsedDocument {
  /** The document's own title, or undefined where it names none. */
  readonly title: string | undefined;
  readonly text: string;
  readonly sections: readonly Section[];
  /** Only where the format has pages, or slides. */
  readonly pages?: readonly Page[];
  /** Where the format tells rows and cells, and they are not too many to be held twice. */
  readonly tables?: readonly ParsedTable[];
  /** Where the format tells terms from what they mean. */
  readonly terms?: readonly ParsedTerm[];
  /** What the source holds and the text does not, and what to do about it; a sentence each. */
  readonly notes?: readonly string[];
}
