import { Int32, Schema, Utf8 } from 'apache-arrow';
import { int32, listOf, utf8 } from './fields.ts';
import { Index } from './native.ts';

/**
 * A chunk as it is stored. One table a context holds all of it, so that one table version pins everything that a turn
 * reads; `lead`, `text` and `trail` of a source's chunks, in order, are its whole text.
 */
export interface ChunkRow {
  readonly id: string;
  readonly source_id: string;
  readonly source_path: string;
  readonly title: string;
  readonly heading_path: readonly string[];
  /** UTF-16 offsets into the source's text. */
  readonly start: number;
  readonly end: number;
  readonly ordinal: number;
  readonly pages: readonly number[];
  /** What stands between the chunk before and this one; markup and white space. */
  readonly lead: string;
  readonly text: string;
  /** What stands after the source's last chunk; "" on the others. */
  readonly trail: string;
  /** Whose rules made the terms. */
  readonly language: string;
  /** How many of the terms come from title, path and headings; they stand first. */
  readonly head_terms: number;
  readonly term_count: number;
  /** Separated by spaces. */
  readonly terms: string;
}

export const CHUNK_SCHEMA = new Schema([
  utf8('id'),
  utf8('source_id'),
  utf8('source_path'),
  utf8('title'),
  listOf('heading_path', new Utf8()),
  int32('start'),
  int32('end'),
  int32('ordinal'),
  listOf('pages', new Int32()),
  utf8('lead'),
  utf8('text'),
  utf8('trail'),
  utf8('language'),
  int32('head_terms'),
  int32('term_count'),
  utf8('terms'),
]);

/** What a chunk is read by. Vectors and their keys, which only some tables have, are not among it. */
export const CHUNK_COLUMNS: readonly string[] = CHUNK_SCHEMA.names.map(String);

/** Terms are made by our own analysis: the index splits them at spaces and changes nothing. Its limit counts bytes. */
export function termsIndex(): Index {
  return Index.fts({
    baseTokenizer: 'whitespace',
    stem: false,
    removeStopWords: false,
    lowercase: false,
    asciiFolding: false,
    withPosition: false,
    maxTokenLength: 512,
  });
}

/** Context ids are made here and safe as they are; anything else would name a table beside its folder. */
export function tableName(contextId: string): string {
  if (!/^[\w-]{1,128}$/.test(contextId)) throw new RangeError('a context id is letters, digits, - and _');
  return contextId;
}

/** A value as a literal of a filter expression. */
export function literal(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
}

export function oneOf(column: string, values: readonly string[]): string {
  return `${column} IN (${values.map(literal).join(', ')})`;
}

/** Longer filters cost more than they save, and some thousand values in one end the process. */
const VALUES_A_STATEMENT = 500;

/** Values in parts of which each makes a statement. */
export function* inStatements(values: readonly string[]): Generator<readonly string[], void> {
  for (let at = 0; at < values.length; at += VALUES_A_STATEMENT) yield values.slice(at, at + VALUES_A_STATEMENT);
}
