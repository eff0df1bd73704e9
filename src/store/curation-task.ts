import { setImmediate as untilOthersRan } from 'node:timers/promises';
import type { CuratedSource } from './curated-source.ts';
import type { Database } from './database.ts';
import { draftSources } from './drafts.ts';
import { contextNotFound } from './not-found.ts';
import { Prisma } from './prisma/client.ts';

/** What the live index of a context does not hold as its sources are, and what of it is done already. */
export interface CurationTask {
  /** Version of the live index. */
  readonly baseVersion: number | null;
  /** By path. */
  readonly upsert: readonly SourceToCurate[];
  /** Ids of sources that are gone from the context, and may be in its index or its draft. */
  readonly remove: readonly string[];
  readonly unchanged: number;
  /** What an attempt before this one has got done and still holds; undefined where there is nothing of it. */
  readonly draft: DraftToResume | undefined;
}

export interface SourceToCurate {
  readonly sourceId: string;
  readonly path: string;
  readonly mediaType: string;
  readonly contentHash: string;
}

export interface DraftToResume {
  readonly version: number;
  /** They are none of `upsert`. */
  readonly sources: readonly CuratedSource[];
}

/** Rows a statement: an embedded database works on the main thread, and a large result holds up everything else. */
const PAGE = 200;

/**
 * What failed the last time, wholly or at a model, is tried again; what was skipped is not, until its content changes. Another manifest than
 * the live index was built by makes all sources stale. A draft that was made from another base or by another manifest
 * is of no use.
 * @throws GatewayError `context_not_found` when the context is gone.
 */
export async function curationTask(db: Database, contextId: string, manifest: string): Promise<CurationTask> {
  const context = await db.prisma.context.findUnique({ where: { id: contextId }, include: { draft: true } });
  if (context === null) throw contextNotFound(contextId);
  const { liveVersion: baseVersion, draft } = context;
  const usable = draft !== null && draft.baseVersion === baseVersion && draft.manifest === manifest;
  const stale = Prisma.sql`
    (${context.liveManifest !== manifest} OR status IN ('pending', 'failed')
     OR (status = 'parsed' AND curated_hash IS DISTINCT FROM content_hash))`;

  const upsert: SourceToCurate[] = [];
  const kept: CuratedSource[] = [];
  let page: readonly SourceToCurate[] | undefined;
  while (page === undefined || page.length === PAGE) {
    const last: string = page?.at(-1)?.path ?? '';
    await untilOthersRan();
    page = await db.prisma.$queryRaw<SourceToCurate[]>`
      SELECT id AS "sourceId", path, media_type AS "mediaType", content_hash AS "contentHash" FROM sources
       WHERE context_id = ${contextId} AND path > ${last} AND ${stale} ORDER BY path LIMIT ${PAGE}::int`;
    const drafted = usable ? await draftSources(db, contextId, page) : new Map<string, CuratedSource>();
    for (const source of page) {
      const done = drafted.get(source.sourceId);
      if (done?.contentHash === source.contentHash) kept.push(done);
      else upsert.push(source);
    }
  }
  const count = await db.prisma.source.count({ where: { contextId } });
  const removed = await db.prisma.removedSource.findMany({ where: { contextId }, orderBy: { sourceId: 'asc' } });
  return {
    baseVersion,
    upsert,
    remove: removed.map(({ sourceId }) => sourceId),
    unchanged: Math.max(0, count - upsert.length - kept.length),
    draft: usable ? { version: draft.version, sources: kept } : undefined,
  };
}

/** Whether sources came, changed or went since the live index was built. What failed is no reason to try again. */
export async function awaitsCuration(db: Database, contextId: string): Promise<boolean> {
  const [pending, removed] = await Promise.all([
    db.prisma.source.findFirst({ where: { contextId, status: 'pending' }, select: { id: true } }),
    db.prisma.removedSource.findFirst({ where: { contextId }, select: { sourceId: true } }),
  ]);
  return pending !== null || removed !== null;
}
