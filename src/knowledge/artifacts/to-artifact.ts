import type { Artifact, ArtifactSpan } from '../../engine/ports/artifacts.ts';
import type { TableColumn } from '../../engine/ports/tables.ts';
import type { ArtifactHead } from '../lance/artifact-reader.ts';

export function toArtifact(contextSlug: string, head: ArtifactHead): Artifact {
  const { id, type, name, sources, text } = head;
  const spans = JSON.parse(head.spans) as readonly ArtifactSpan[];
  const artifact = { id, contextSlug, type, name, sources, text, ...(spans.length > 0 && { spans }) };
  if (head.columns === '') return artifact;
  return { ...artifact, columns: JSON.parse(head.columns) as readonly TableColumn[], rowCount: head.row_count };
}
