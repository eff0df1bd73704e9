import type { TableColumn } from './tables.ts';

export const ARTIFACT_TYPES = ['doc', 'glossary', 'table', 'summary', 'topic', 'entity', 'event'] as const;
export type ArtifactType = (typeof ARTIFACT_TYPES)[number];

/** What a curation compiled once, so that turns don't have to. */
export interface Artifact {
  readonly id: string;
  readonly contextSlug: string;
  readonly type: ArtifactType;
  readonly name: string;
  /** Paths of the sources it was compiled from, in order. */
  readonly sources: readonly string[];
  /** Bounded; of what is longer the beginning, which says so. */
  readonly text: string;
  /** What it was compiled from, word for word in its sources; absent where the words are a model's. */
  readonly spans?: readonly ArtifactSpan[];
  /** Of a table: its columns, in order, and how many rows it has. */
  readonly columns?: readonly TableColumn[];
  readonly rowCount?: number;
}

/** A place in a source's text, in UTF-16 units. */
export interface ArtifactSpan {
  readonly sourcePath: string;
  readonly start: number;
  readonly end: number;
}

export interface ArtifactHit {
  readonly artifact: Artifact;
  /** Comparable within one search only; higher is better. */
  readonly score: number;
}

export interface ArtifactFilter {
  readonly contextSlug?: string;
  readonly types?: readonly ArtifactType[];
}
