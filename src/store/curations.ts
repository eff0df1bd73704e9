import { GatewayError } from '../errors.ts';
import { StopError } from '../lib/signals.ts';
import type { Database } from './database.ts';
import type { Curation } from './prisma/client.ts';
import type { SourceToCurate } from './sources.ts';
import { storableText } from './storable.ts';

export type CurationRow = Omit<Curation, 'leaseOwner' | 'leaseExpiresAt'>;

export type CurationCounts = Pick<CurationRow, 'total' | 'parsed' | 'unchanged' | 'skipped' | 'failed' | 'removed'>;

/** A process's claim on a running curation. */
interface CurationLease {
  readonly curationId: string;
  readonly owner: string;
}

const toCurationRow = ({ leaseOwner: _, leaseExpiresAt: __, ...row }: Curation): CurationRow => row;
const toCounts = ({ total, parsed, unchanged, skipped, failed, removed }: CurationCounts): CurationCounts => ({
  total,
  parsed,
  unchanged,
  skipped,
  failed,
  removed,
});
const held = ({ curationId, owner }: CurationLease) =>
  ({ id: curationId, leaseOwner: owner, status: 'running' }) as const;

export interface NewCuration {
  readonly id: string;
  readonly contextId: string;
  /** The process that does it, unique over restarts. */
  readonly owner: string;
  readonly now: Date;
  /** From then on, without a sign of progress, another process may take the context over. */
  readonly until: Date;
}

/**
 * Begins a curation. One whose process has gone silent is ended as failed first.
 * @throws GatewayError `revision_conflict` when another one is running.
 */
export async function startCuration(
  db: Database,
  { id, contextId, owner, now, until }: NewCuration,
): Promise<CurationRow> {
  await db.prisma.curation.updateMany({
    where: { contextId, status: 'running', leaseExpiresAt: { lte: now } },
    data: { status: 'failed', error: 'The process that ran the curation is gone. Curate again.', finishedAt: now },
  });
  const [curation] = await db.prisma.curation.createManyAndReturn({
    data: { id, contextId, startedAt: now, leaseOwner: owner, leaseExpiresAt: until },
    skipDuplicates: true,
  });
  if (curation !== undefined) return toCurationRow(curation);
  throw new GatewayError(
    'revision_conflict',
    'Another process is curating this context. Wait until it is done, then curate again if there is more to do.',
    { field: 'context' },
  );
}

export interface Progress extends CurationLease {
  readonly counts: CurationCounts;
  readonly until: Date;
}

/** Records how far a curation is and prolongs its lease. False when it is over, or somebody else's. */
export async function recordProgress(db: Database, { counts, until, ...lease }: Progress): Promise<boolean> {
  const { count } = await db.prisma.curation.updateMany({
    where: held(lease),
    data: { ...toCounts(counts), leaseExpiresAt: until },
  });
  return count === 1;
}

export interface FailedCuration extends CurationLease {
  readonly error: string;
  readonly now: Date;
}

/** Ends a curation as failed, so that nothing of it is seen by any turn. Returns it, if it is still there. */
export async function failCuration(
  db: Database,
  { error, now, ...lease }: FailedCuration,
): Promise<CurationRow | undefined> {
  await db.prisma.curation.updateMany({
    where: held(lease),
    data: { status: 'failed', error: storableText(error), finishedAt: now },
  });
  const row = await db.prisma.curation.findUnique({ where: { id: lease.curationId } });
  return row === null ? undefined : toCurationRow(row);
}

export interface CuratedSource {
  readonly sourceId: string;
  readonly status: 'parsed' | 'skipped' | 'failed';
  readonly reason: string | null;
  readonly title: string;
  readonly mediaType: string;
  readonly chunkCount: number;
}

export interface PublishedCuration extends CurationLease {
  readonly counts: CurationCounts;
  readonly outcome: {
    readonly version: number;
    readonly chunks: number;
    readonly sources: readonly CuratedSource[];
  };
  /** What was curated, with the content that was read, and what was taken out: the task, as it was. */
  readonly upsert: readonly Pick<SourceToCurate, 'sourceId' | 'contentHash'>[];
  readonly remove: readonly string[];
  readonly now: Date;
}

/**
 * Makes a curation's version the live one, and says of each source how it ended, all or nothing. A source that got
 * other content meanwhile stays pending.
 * @throws StopError `lease_lost` when the curation is over, or somebody else's.
 */
export async function publishCuration(
  db: Database,
  { counts, outcome, upsert, remove, now, ...lease }: PublishedCuration,
): Promise<CurationRow> {
  const { version, chunks, sources } = outcome;
  const hashes = new Map(upsert.map(({ sourceId, contentHash }) => [sourceId, contentHash]));
  return db.prisma.$transaction(async (tx) => {
    const [curation] = await tx.curation.updateManyAndReturn({
      where: held(lease),
      data: { ...toCounts(counts), status: 'completed', version, chunks, finishedAt: now },
    });
    if (curation === undefined) throw new StopError('lease_lost', `another process ended ${lease.curationId}`);
    const { contextId } = curation;
    await tx.context.updateMany({ where: { id: contextId }, data: { liveVersion: version, curatedAt: now } });
    await tx.$executeRaw`
      UPDATE sources SET
        curated_hash = CASE WHEN curated.status = 'parsed' THEN curated.hash END,
        status = CASE WHEN content_hash = curated.hash THEN curated.status::source_status ELSE sources.status END,
        reason = CASE WHEN content_hash = curated.hash THEN nullif(curated.reason, '') ELSE sources.reason END,
        media_type = CASE WHEN content_hash = curated.hash THEN curated.media_type ELSE sources.media_type END,
        title = curated.title,
        chunk_count = curated.chunk_count
      FROM unnest(${sources.map(({ sourceId }) => sourceId)}::text[],
                  ${sources.map(({ sourceId }) => hashes.get(sourceId) ?? '')}::text[],
                  ${sources.map(({ status }) => status)}::text[],
                  ${sources.map(({ reason }) => storableText(reason ?? ''))}::text[],
                  ${sources.map(({ title }) => storableText(title))}::text[],
                  ${sources.map(({ mediaType }) => storableText(mediaType))}::text[],
                  ${sources.map(({ chunkCount }) => chunkCount)}::int[])
             AS curated(id, hash, status, reason, title, media_type, chunk_count)
      WHERE sources.id = curated.id AND sources.context_id = ${contextId}`;
    await tx.$executeRaw`
      DELETE FROM removed_sources WHERE context_id = ${contextId} AND source_id = ANY(${[...remove]}::text[])`;
    return toCurationRow(curation);
  });
}
