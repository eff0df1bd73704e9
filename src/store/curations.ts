import type { Database } from './database.ts';
import type { Curation } from './prisma/client.ts';
import { storableText } from './storable.ts';

export type CurationRow = Curation;

export type CurationCounts = Partial<
  Pick<CurationRow, 'total' | 'parsed' | 'unchanged' | 'skipped' | 'failed' | 'removed'>
>;

/** What the live index of a context does not hold as its sources are. */
export interface CurationTask {
  /** Version of the live index. */
  readonly baseVersion: number | null;
  readonly upsert: readonly SourceToCurate[];
  /** Ids of sources that are gone. */
  readonly remove: readonly string[];
  readonly unchanged: number;
}

export interface SourceToCurate {
  readonly sourceId: string;
  readonly path: string;
  readonly mediaType: string;
  readonly contentHash: string;
}

/** What failed the last time is tried again; what was skipped is not, until its content changes. */
export async function curationTask(db: Database, contextId: string): Promise<CurationTask> {
  const context = await db.prisma.context.findUniqueOrThrow({ where: { id: contextId } });
  const upsert = await db.prisma.$queryRaw<SourceToCurate[]>`
    SELECT id AS "sourceId", path, media_type AS "mediaType", content_hash AS "contentHash" FROM sources
     WHERE context_id = ${contextId}
       AND (status IN ('pending', 'failed') OR (status = 'parsed' AND curated_hash IS DISTINCT FROM content_hash))
     ORDER BY path`;
  const removed = await db.prisma.removedSource.findMany({ where: { contextId }, orderBy: { sourceId: 'asc' } });
  const count = await db.prisma.source.count({ where: { contextId } });
  return {
    baseVersion: context.liveVersion,
    upsert,
    remove: removed.map(({ sourceId }) => sourceId),
    unchanged: Math.max(0, count - upsert.length),
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

export interface NewCuration {
  readonly id: string;
  readonly contextId: string;
  /** The process that does it, unique over restarts. */
  readonly owner: string;
  readonly now: Date;
  /** From then on, without a sign of progress, another process may take the context over. */
  readonly until: Date;
}

export interface StartedCuration {
  /** Whether it is the caller's, or one that was running already. */
  readonly kind: 'started' | 'running';
  readonly curation: CurationRow;
}

const ABANDONED = 'The process that ran the curation is gone. Curate again.';

/** Ends as failed what processes before this one left running, on a database that has one process at a time. */
export async function failCurationsOfOthers(
  db: Database,
  { owner, now }: { readonly owner: string; readonly now: Date },
): Promise<void> {
  await db.prisma.curation.updateMany({
    where: { status: 'running', leaseOwner: { not: owner } },
    data: { status: 'failed', error: ABANDONED, finishedAt: now },
  });
}

/** Begins a curation, or says which one is running. One whose process went silent is ended as failed first. */
export async function startCuration(
  db: Database,
  { id, contextId, owner, now, until }: NewCuration,
): Promise<StartedCuration> {
  await db.prisma.curation.updateMany({
    where: { contextId, status: 'running', leaseExpiresAt: { lte: now } },
    data: { status: 'failed', error: ABANDONED, finishedAt: now },
  });
  for (;;) {
    const [curation] = await db.prisma.curation.createManyAndReturn({
      data: { id, contextId, startedAt: now, leaseOwner: owner, leaseExpiresAt: until },
      skipDuplicates: true,
    });
    if (curation !== undefined) return { kind: 'started', curation };
    const running = await db.prisma.curation.findFirst({ where: { contextId, status: 'running' } });
    if (running !== null) return { kind: 'running', curation: running };
    // The one that was in the way has just ended: there is room now.
  }
}

export async function getCuration(db: Database, curationId: string): Promise<CurationRow | undefined> {
  return (await db.prisma.curation.findUnique({ where: { id: curationId } })) ?? undefined;
}

/** A process's claim on a running curation. */
export interface CurationLease {
  readonly curationId: string;
  readonly owner: string;
}

/** The row of a curation, as long as the lease on it holds. */
export const heldCuration = ({ curationId, owner }: CurationLease) =>
  ({ id: curationId, leaseOwner: owner, status: 'running' }) as const;

/** Records how far a curation is and prolongs its lease. False when it is over, or somebody else's. */
export async function recordProgress(
  db: Database,
  lease: CurationLease,
  { counts, until }: { readonly counts: CurationCounts; readonly until: Date },
): Promise<boolean> {
  const data = { ...counts, leaseExpiresAt: until };
  const { count } = await db.prisma.curation.updateMany({ where: heldCuration(lease), data });
  return count === 1;
}

/** Ends a curation as failed, if it is not over: nothing of it is seen by any turn. */
export async function failCuration(
  db: Database,
  lease: CurationLease,
  { error, now }: { readonly error: string; readonly now: Date },
): Promise<void> {
  const data = { status: 'failed', error: storableText(error), finishedAt: now } as const;
  await db.prisma.curation.updateMany({ where: heldCuration(lease), data });
}
