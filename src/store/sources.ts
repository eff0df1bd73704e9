import type { Database } from './database.ts';
import { Prisma, type Source } from './prisma/client.ts';

export interface SourceRow {
  readonly id: string;
  readonly contextId: string;
  readonly path: string;
  readonly title: string;
  readonly mediaType: string;
  readonly byteSize: number;
  readonly contentHash: string;
  readonly status: 'pending' | 'parsed' | 'skipped' | 'failed';
  readonly reason: string | null;
  readonly chunkCount: number;
  readonly updatedAt: Date;
}

function toSourceRow({ id, contextId, path, title, mediaType, contentHash, status, ...row }: Source): SourceRow {
  const { reason, chunkCount, updatedAt } = row;
  const byteSize = Number(row.byteSize);
  return { id, contextId, path, title, mediaType, byteSize, contentHash, status, reason, chunkCount, updatedAt };
}

/** By path. */
export async function listSources(db: Database, contextId: string): Promise<readonly SourceRow[]> {
  const rows = await db.prisma.source.findMany({ where: { contextId }, orderBy: { path: 'asc' } });
  return rows.map(toSourceRow);
}

/** The source under a path, or undefined where the context has none. */
export async function findSource(db: Database, contextId: string, path: string): Promise<SourceRow | undefined> {
  const row = await db.prisma.source.findUnique({ where: { contextId_path: { contextId, path } } });
  return row === null ? undefined : toSourceRow(row);
}

/** How many sources each context has; contexts without any are left out. */
export async function sourceCounts(db: Database, contextIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const groups = await db.prisma.source.groupBy({
    by: ['contextId'],
    where: { contextId: { in: [...contextIds] } },
    _count: { _all: true },
  });
  return new Map(groups.map(({ contextId, _count }) => [contextId, _count._all]));
}

export interface NewSource {
  /** Id that it gets when its path is new. */
  readonly id: string;
  readonly contextId: string;
  readonly path: string;
  readonly mediaType: string;
  readonly byteSize: number;
  readonly contentHash: string;
  readonly now: Date;
}

/** Adds a source, or replaces what stands under its path. Other content waits for the next curation. */
export async function upsertSource(
  db: Database,
  { id, contextId, path, mediaType, byteSize, contentHash, now }: NewSource,
): Promise<{ readonly source: SourceRow; readonly change: 'added' | 'changed' | 'unchanged' }> {
  const columns = Prisma.sql`
    id, context_id AS "contextId", path, title, media_type AS "mediaType", byte_size AS "byteSize",
    content_hash AS "contentHash", status, reason, chunk_count AS "chunkCount", updated_at AS "updatedAt"`;
  const [written] = await db.prisma.$queryRaw<Source[]>`
    INSERT INTO sources (id, context_id, path, media_type, byte_size, content_hash, created_at, updated_at)
    VALUES (${id}, ${contextId}, ${path}, ${mediaType}, ${byteSize}::bigint, ${contentHash}, ${now}::timestamptz,
            ${now}::timestamptz)
    ON CONFLICT (context_id, path) DO UPDATE
      SET media_type = excluded.media_type, byte_size = excluded.byte_size, content_hash = excluded.content_hash,
          status = 'pending', reason = NULL, updated_at = excluded.updated_at
      WHERE sources.content_hash <> excluded.content_hash
    RETURNING ${columns}`;
  if (written !== undefined) return { source: toSourceRow(written), change: written.id === id ? 'added' : 'changed' };
  const source = await db.prisma.source.findUniqueOrThrow({ where: { contextId_path: { contextId, path } } });
  return { source: toSourceRow(source), change: 'unchanged' };
}

/** Removes sources and returns how many of the paths were there. The live index loses them at the next curation. */
export async function removeSources(db: Database, contextId: string, paths: readonly string[]): Promise<number> {
  const [row] = await db.prisma.$queryRaw<{ count: number }[]>`
    WITH gone AS (
      DELETE FROM sources WHERE context_id = ${contextId} AND path = ANY(${[...paths]}::text[])
      RETURNING context_id, id
    ), remembered AS (
      INSERT INTO removed_sources (context_id, source_id) SELECT context_id, id FROM gone
    )
    SELECT count(*)::int AS count FROM gone`;
  return row?.count ?? 0;
}
