import type { Chunk } from '../engine/ports/knowledge.ts';
import { GatewayError } from '../errors.ts';
import type { KnowledgeLibrary, KnowledgeReading } from '../knowledge/library.ts';
import { type ContextRow, getContext } from '../store/contexts.ts';
import type { Database } from '../store/database.ts';
import { findSource, listSources } from '../store/sources.ts';
import type { ChunkView, ContextService } from './services.ts';
import { checkSourcePath } from './source-path.ts';
import { toSourceView } from './source-view.ts';

export interface ContextReadingDeps {
  readonly db: Database;
  readonly library: KnowledgeLibrary;
}

/** The sources of a context and what its live index holds of them. */
export function createContextReading({
  db,
  library,
}: ContextReadingDeps): Pick<ContextService, 'sources' | 'readSource' | 'knowledge' | 'chunk'> {
  const read = ({ id, slug, kind, liveVersion }: ContextRow): Promise<KnowledgeReading> =>
    library.read({ id, slug, kind, version: liveVersion });

  return {
    async sources(slugOrId, { workspaceId }) {
      const { id } = await getContext(db, slugOrId, workspaceId);
      return (await listSources(db, id)).map(toSourceView);
    },

    async readSource(slugOrId, path, { workspaceId }) {
      const context = await getContext(db, slugOrId, workspaceId);
      const source = await findSource(db, context.id, checkSourcePath(path));
      if (source === undefined) return undefined;
      using reading = await read(context);
      const content = await reading.source(source.path);
      const sections = (content?.sections ?? []).map(({ headingPath, start, end }) => ({
        sectionPath: headingPath,
        start,
        end,
      }));
      return { source: toSourceView(source), text: content?.text ?? null, sections };
    },

    async knowledge(slugOrId, { first, after, source }, { workspaceId }) {
      const context = await getContext(db, slugOrId, workspaceId);
      const path = source === undefined ? undefined : checkSourcePath(source, 'source');
      using reading = await read(context);
      const last = after === undefined ? undefined : await reading.chunk(after);
      if (after !== undefined && last === undefined) {
        throw new GatewayError(
          'bad_request',
          `after must be the id of a chunk of this context's live index; ${JSON.stringify(after.slice(0, 64))} is none. ` +
            'Start over when the context was curated meanwhile.',
          { field: 'after' },
        );
      }
      const range = {
        first,
        ...(last === undefined ? {} : { after: last }),
        ...(path === undefined ? {} : { source: path }),
      };
      return (await reading.chunks(range)).map(toChunkView);
    },

    async chunk(slugOrId, chunkId, { workspaceId }) {
      using reading = await read(await getContext(db, slugOrId, workspaceId));
      const chunk = await reading.chunk(chunkId);
      return chunk && toChunkView(chunk);
    },
  };
}

function toChunkView({ id, sourcePath, headingPath, pages, start, end, ordinal, text }: Chunk): ChunkView {
  return { id, source: sourcePath, sectionPath: headingPath, pages, start, end, ordinal, text };
}
