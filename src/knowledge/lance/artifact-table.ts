import { Schema, Utf8 } from 'apache-arrow';
import type { ArtifactType } from '../../engine/ports/artifacts.ts';
import { tableName } from './chunk-table.ts';
import { int32, listOf, utf8 } from './fields.ts';

/**
 * An artifact as it is stored, or a part of one that several sources have a share in. A table beside the chunks' own
 * holds a context's artifacts; each version of it that belongs to a version of the chunks is tagged with its number.
 */
export interface ArtifactRow {
  readonly id: string;
  readonly type: ArtifactType;
  /** 1 for what is only a share of the artifact that has the same type and key; parts are never given out. */
  readonly is_part: 0 | 1;
  /** The source that it goes with; "" for one of several sources. */
  readonly source_id: string;
  /** What parts have in common; "" for an artifact of one source. */
  readonly key: string;
  readonly name: string;
  /** Paths, in order. */
  readonly sources: readonly string[];
  readonly text: string;
  /** `ArtifactSpan[]` as JSON. */
  readonly spans: string;
  /** `TableColumn[]` as JSON; "" where it is no table. */
  readonly columns: string;
  readonly row_count: number;
  /** `TableData['rows']` as JSON; "" where it is no table. */
  readonly table_rows: string;
  /** Whose rules made the terms. */
  readonly language: string;
  /** How many of the terms come from the name; they stand first. */
  readonly head_terms: number;
  readonly term_count: number;
  /** Separated by spaces. */
  readonly terms: string;
}

export const ARTIFACT_SCHEMA = new Schema([
  utf8('id'),
  utf8('type'),
  int32('is_part'),
  utf8('source_id'),
  utf8('key'),
  utf8('name'),
  listOf('sources', new Utf8()),
  utf8('text'),
  utf8('spans'),
  utf8('columns'),
  int32('row_count'),
  utf8('table_rows'),
  utf8('language'),
  int32('head_terms'),
  int32('term_count'),
  utf8('terms'),
]);

export function artifactTableName(contextId: string): string {
  return `${tableName(contextId)}_artifacts`;
}

/** What the version is tagged that goes with a version of the chunks. */
export function artifactTag(version: number): string {
  return `chunks-${version}`;
}
