import { toCanonicalName } from '../../knowql/names.ts';
import type {
  AddedSource,
  ArtifactView,
  ChunkView,
  ContextView,
  CurationEvent,
  CurationView,
  SourceReading,
  SourceView,
} from '../../runtime/services.ts';

type View = ContextView | SourceView | CurationView | ChunkView | ArtifactView | SourceReading['sections'][number];

/** A view with its members under their canonical names. What its members hold is taken as it is. */
export function toDocument(view: View): Record<string, unknown> {
  return Object.fromEntries(Object.entries(view).map(([name, value]) => [toCanonicalName(name), value]));
}

export function toContextDocument(view: ContextView): object {
  return { object: 'context', ...toDocument(view) };
}

export function toAddedDocument({ source, change }: AddedSource): object {
  return { source: toDocument(source), change };
}

export function toCurationDocument({ curation, source }: CurationEvent): object {
  return { curation: toDocument(curation), source };
}

export function toSourceDocument({ source, text, sections }: SourceReading): object {
  return { source: toDocument(source), text, sections: sections.map(toDocument) };
}
