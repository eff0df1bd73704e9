import type { Chunk } from '../engine/ports/knowledge.ts';
import type { ScopedArtifacts } from './artifacts/scoped-artifacts.ts';
import type { ChunkRow } from './lance/chunk-table.ts';
import type { RowRange } from './lance/index-reader.ts';
import type { ReaderLoan } from './lance/reader-cache.ts';
import { textOf, toChunk } from './lance/to-chunk.ts';
import type { ArtifactReading, ChunkRange, KnowledgeReading, SourceContent, SourceSection } from './library.ts';

/** Reads one version of a context's table; without one, a context that holds nothing yet. */
export class LanceReading implements KnowledgeReading {
  readonly #contextSlug: string;
  readonly #loan: ReaderLoan | undefined;
  readonly #artifacts: ScopedArtifacts;

  constructor(contextSlug: string, loan: ReaderLoan | undefined, artifacts: ScopedArtifacts) {
    this.#contextSlug = contextSlug;
    this.#loan = loan;
    this.#artifacts = artifacts;
  }

  get artifacts(): ArtifactReading {
    return this.#artifacts;
  }

  async chunks(range: ChunkRange): Promise<readonly Chunk[]> {
    if (this.#loan === undefined || range.first < 1) return [];
    const { reader } = this.#loan;
    const wanted = placesOf(await reader.outline(), range);
    return (await reader.rows(wanted)).map((row) => toChunk(this.#contextSlug, row));
  }

  async chunk(id: string): Promise<Chunk | undefined> {
    const row = await this.#loan?.reader.row(id);
    return row && toChunk(this.#contextSlug, row);
  }

  async source(path: string): Promise<SourceContent | undefined> {
    const rows = (await this.#loan?.reader.source({ path })) ?? [];
    return rows.length === 0 ? undefined : { text: textOf(rows), sections: sectionsOf(rows) };
  }

  [Symbol.dispose](): void {
    this.#loan?.[Symbol.dispose]();
    this.#artifacts[Symbol.dispose]();
  }
}

/** Which rows a range means, given how many each source has. */
function placesOf(outline: ReadonlyMap<string, number>, { first, after, source }: ChunkRange): readonly RowRange[] {
  const places: RowRange[] = [];
  let missing = first;
  for (const [path, count] of outline) {
    if (missing === 0) break;
    if (source !== undefined && path !== source) continue;
    if (after !== undefined && path < after.sourcePath) continue;
    const from = path === after?.sourcePath ? after.ordinal + 1 : 0;
    const to = Math.min(count, from + missing) - 1;
    if (to < from) continue;
    places.push({ path, from, to });
    missing -= to - from + 1;
  }
  return places;
}

function sectionsOf(rows: readonly ChunkRow[]): readonly SourceSection[] {
  const sections: SourceSection[] = [];
  for (const { heading_path: headingPath, start, end } of rows) {
    const open = sections.at(-1);
    if (open !== undefined && isSame(open.headingPath, headingPath)) sections[sections.length - 1] = { ...open, end };
    else sections.push({ headingPath, start, end });
  }
  return sections;
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((heading, at) => heading === other[at]);
}
