import type { SourceOutline } from '../engine/ports/knowledge.ts';
import type { PlaceRow } from './lance/rows.ts';

/** What each source of a context holds, read off the places of its chunks, which come by path and ordinal. */
export function outlineOf(contextSlug: string, places: readonly PlaceRow[]): readonly SourceOutline[] {
  const bySource = new Map<string, PlaceRow[]>();
  for (const place of places) {
    const known = bySource.get(place.source_path);
    if (known === undefined) bySource.set(place.source_path, [place]);
    else known.push(place);
  }
  return [...bySource.values()].map((rows) => toOutline(contextSlug, rows));
}

function toOutline(contextSlug: string, rows: readonly PlaceRow[]): SourceOutline {
  const [{ source_id: sourceId, source_path: sourcePath, title }] = rows as [PlaceRow, ...PlaceRow[]];
  const headingPaths = new Map(rows.map(({ heading_path }) => [JSON.stringify(heading_path), heading_path]));
  const lastPage = rows.reduce((last, { pages }) => pages.reduce((a, b) => Math.max(a, b), last), 0);
  return {
    contextSlug,
    sourceId,
    sourcePath,
    title,
    headingPaths: [...headingPaths.values()],
    pages: lastPage === 0 ? null : lastPage,
    chunks: rows.length,
  };
}
