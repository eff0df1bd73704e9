import { setImmediate as untilOthersRan } from 'node:timers/promises';
import type { CuratedSource } from './curated-source.ts';
import type { Database } from './database.ts';
import { draftSources } from './drafts.ts';
import { contextNotFound } from './not-found.ts';

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

interface Row extends SourceToCurate {
  readonly stale: boolean;
}

/**
 * What failed the last time is tried again; what was skipped is not, until its content changes. Another manifest than
 * the live index was built by makes all sources stale. A draft that was made from another base or by another manifest
 * is of no use.
 * @throws GatewayError `context_not_found` when the context is gone.
 */
export async function curationTask(db: Database, contextId: string, manifest: string): Promise<CurationTask> {
  const context = await db.prisma.context.findUnique({ where: { id: contextId }, include: { draft: true } });
  if (context === null) throw contextNotFound(contextId);
  const { liveVersion: baseVersion, draft } = context;
  const usable = draft !== null && draft.baseVersion === baseVersion && draft.manifest === manifest;
  const otherwiseBuilt = context.liveManifest !== manifest;

  const upsert: SourceToCurate[] = [];
  const kept: CuratedSource[] = [];
  let unchanged = 0;
  let page: readonly Row[] | undefined;
  while (page === undefined || page.length === PAGE) {
    const last: string = page?.at(-1)?.path ?? '';
    await untilOthersRan();
    page = await db.prisma.$queryRaw<Row[]>`
      SELECT id AS "sourceId", path, media_type AS "mediaType", content_hash AS "contentHash",
             (${otherwiseBuilt} OR status IN ('pending', 'failed')
              OR (status = 'parsed' AND curated_hash IS DISTINCT FROM content_hash)) AS stale
        FROM sources WHERE context_id = ${contextId} AND path > ${last} ORDER BY path LIMIT ${PAGE}::int`;
    const stale = page.filter(({ stale: isStale }) => isStale);
    unchanged += page.length - stale.length;
    const drafted = usable ? await draftSources(db, contextId, stale) : new Map<string, CuratedSource>();
    for (const { sourceId, path, mediaType, contentHash } of stale) {
      const done = drafted.get(sourceId);
      if (done?.contentHash === contentHash) kept.push(done);
      else upsert.push({ sourceId, path, mediaType, contentHash });
    }
  }
  const removed = await db.prisma.removedSource.findMany({ where: { contextId }, orderBy: { sourceId: 'asc' } });
  return {
    baseVersion,
    upsert,
    remove: removed.map(({ sourceId }) => sourceId),
    unchanged,
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
