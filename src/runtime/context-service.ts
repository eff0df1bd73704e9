import { GatewayError } from '../errors.ts';
import type { KnowledgeLibrary } from '../knowledge/library.ts';
import { effectiveManifest, toManifestDocument } from '../knowledge/manifest.ts';
import { bytesOf } from '../lib/bytes.ts';
import type { Clock } from '../lib/clock.ts';
import type { IdFactory } from '../lib/ids.ts';
import {
  type ContextRow,
  createContext,
  deleteContext,
  getContext,
  listContexts,
  updateContext,
} from '../store/contexts.ts';
import type { Database } from '../store/database.ts';
import { removeSources, sourceCounts, upsertSource } from '../store/sources.ts';
import { createArtifactReading } from './artifact-reading.ts';
import { createContextReading } from './context-reading.ts';
import type { Curator } from './curator.ts';
import type { ContextService, ContextView } from './services.ts';
import { checkSourcePath, mediaTypeOf } from './source-path.ts';
import { toSourceView } from './source-view.ts';
import { bringUpToDate, recordWork, type WorkRecorderDeps } from './work-recorder.ts';

/** Bytes of one source. */
export const MAX_SOURCE_BYTES = 256 * 1024 * 1024;

const SLUG = /^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/;

export interface ContextServiceDeps extends WorkRecorderDeps {
  readonly db: Database;
  readonly library: KnowledgeLibrary;
  readonly curator: Curator;
  readonly clock: Clock;
  readonly newId: IdFactory;
}

export function createContextService({ db, library, curator, clock, newId }: ContextServiceDeps): ContextService {
  return {
    async list({ workspaceId }) {
      const rows = await listContexts(db, workspaceId);
      const counts = await sourceCounts(
        db,
        rows.map(({ id }) => id),
      );
      return rows.map((row) => toContextView(row, counts.get(row.id) ?? 0));
    },

    async get(slugOrId, { workspaceId }) {
      return withSourceCount(db, await getContext(db, slugOrId, workspaceId));
    },

    async create(
      { slug, kind = 'search', title, description = '', instructions = '', manifest = {} },
      { workspaceId },
    ) {
      if (!SLUG.test(slug)) {
        throw new GatewayError(
          'bad_request',
          `"${slug}" is no slug: use 1 to 64 lower-case letters, digits and hyphens, such as "contracts-2026".`,
          { field: 'slug' },
        );
      }
      effectiveManifest(manifest);
      const row = await createContext(db, {
        id: newId('ctx'),
        workspaceId,
        slug,
        kind,
        title: title ?? slug,
        description,
        instructions,
        manifest,
        createdAt: clock.now(),
      });
      return toContextView(row, 0);
    },

    async update(slugOrId, settings, { workspaceId }) {
      if (settings.manifest !== undefined) effectiveManifest(settings.manifest);
      return withSourceCount(
        db,
        await updateContext(db, slugOrId, { workspaceId, change: settings, now: clock.now() }),
      );
    },

    async delete(slugOrId, { workspaceId }) {
      const { id } = await getContext(db, slugOrId, workspaceId);
      await curator.stop(id);
      await deleteContext(db, id, workspaceId);
      await library.dropContext(id);
    },

    ...createContextReading({ db, library }),
    ...createArtifactReading({ db, library }),

    async addSource(slugOrId, { path, content, mediaType }, { workspaceId }) {
      const context = await getContext(db, slugOrId, workspaceId);
      if (context.kind === 'work') {
        throw new GatewayError(
          'bad_request',
          `"${context.slug}" is a work context: it records turns and takes no sources.`,
          {
            field: 'context',
          },
        );
      }
      const checked = checkSourcePath(path);
      const { contentHash, byteSize } = await library.putBlob(bytesOf(content), MAX_SOURCE_BYTES);
      const { source, change } = await upsertSource(db, {
        id: newId('src'),
        contextId: context.id,
        path: checked,
        mediaType: mediaType ?? mediaTypeOf(checked),
        byteSize,
        contentHash,
        now: clock.now(),
      });
      return { source: toSourceView(source), change };
    },

    async removeSources(slugOrId, paths, { workspaceId }) {
      const context = await getContext(db, slugOrId, workspaceId);
      const removed = await removeSources(db, context.id, paths);
      if (context.kind === 'work') await bringUpToDate(context, { db, curator });
      return removed;
    },

    async recordWork(slugOrId, work, viewer) {
      const context = await getContext(db, slugOrId, viewer.workspaceId);
      return recordWork({ context, work, viewer }, { db, library, curator, clock, newId });
    },

    async *curate(slugOrId, { workspaceId }) {
      const context = await getContext(db, slugOrId, workspaceId);
      if (context.kind === 'work') {
        throw new GatewayError('bad_request', `"${context.slug}" is a work context; it has nothing to curate.`, {
          field: 'context',
        });
      }
      yield* curator.run(context);
    },
  };
}

async function withSourceCount(db: Database, row: ContextRow): Promise<ContextView> {
  return toContextView(row, (await sourceCounts(db, [row.id])).get(row.id) ?? 0);
}

function toContextView(row: ContextRow, sourceCount: number): ContextView {
  const { id, slug, title, description, instructions, kind, manifest, sampleQueries, liveVersion } = row;
  return {
    id,
    slug,
    title,
    description,
    instructions,
    kind,
    manifest,
    effectiveManifest: toManifestDocument(effectiveManifest(manifest)),
    sampleQueries,
    queryable: kind === 'work' || liveVersion !== null,
    sourceCount,
    curatedAt: row.curatedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
