import { StopError } from '../lib/signals.ts';
import type { CuratedSource } from './curated-source.ts';
import { type CurationCounts, type CurationLease, heldCuration } from './curations.ts';
import type { Database } from './database.ts';
import type { DraftSource } from './prisma/client.ts';
import { storableText } from './storable.ts';

/** What a curation has got done so far. */
export interface DraftProgress {
  readonly contextId: string;
  readonly baseVersion: number | null;
  /** Hash of the manifest that it is made by. */
  readonly manifest: string;
  /** Version of the index that holds these sources, and those recorded before. */
  readonly version: number;
  readonly sources: readonly CuratedSource[];
  readonly counts: CurationCounts;
  /** New end of the lease. */
  readonly until: Date;
}

/**
 * Records what need not be done again should the curation end before it is whole. Recorded is what the index already
 * holds under `version`; what it holds beyond that is put aside by whoever resumes.
 * @throws StopError `lease_lost` when the curation is over, or somebody else's.
 */
export async function recordDraft(db: Database, lease: CurationLease, progress: DraftProgress): Promise<void> {
  const { contextId, baseVersion, manifest, version, sources, counts, until } = progress;
  await db.prisma.$transaction(async (tx) => {
    const data = { ...counts, takeovers: 0, leaseExpiresAt: until };
    const { count } = await tx.curation.updateMany({ where: heldCuration(lease), data });
    if (count === 0) throw new StopError('lease_lost', `another process ended ${lease.curationId}`);
    const draft = { baseVersion, manifest, version };
    await tx.draft.upsert({ where: { contextId }, create: { contextId, ...draft }, update: draft });
    await tx.$executeRaw`
      INSERT INTO draft_sources (context_id, source_id, content_hash, status, reason, title, media_type, chunk_count, is_unfinished)
      SELECT ${contextId}, id, hash, status::source_status, nullif(reason, ''), title, media_type, chunk_count, is_unfinished
        FROM unnest(${sources.map(({ sourceId }) => sourceId)}::text[],
                    ${sources.map(({ contentHash }) => contentHash)}::text[],
                    ${sources.map(({ status }) => status)}::text[],
                    ${sources.map(({ reason }) => storableText(reason ?? ''))}::text[],
                    ${sources.map(({ title }) => storableText(title))}::text[],
                    ${sources.map(({ mediaType }) => storableText(mediaType))}::text[],
                    ${sources.map(({ chunkCount }) => chunkCount)}::int[],
                    ${sources.map(({ isUnfinished }) => isUnfinished)}::bool[])
             AS done(id, hash, status, reason, title, media_type, chunk_count, is_unfinished)
      ON CONFLICT (context_id, source_id) DO UPDATE
        SET content_hash = excluded.content_hash, status = excluded.status, reason = excluded.reason,
            title = excluded.title, media_type = excluded.media_type, chunk_count = excluded.chunk_count,
            is_unfinished = excluded.is_unfinished`;
  });
}

/** What the draft of a context holds of these sources, by their ids. */
export async function draftSources(
  db: Database,
  contextId: string,
  sources: readonly { readonly sourceId: string }[],
): Promise<ReadonlyMap<string, CuratedSource>> {
  if (sources.length === 0) return new Map();
  const sourceId = { in: sources.map((source) => source.sourceId) };
  const rows = await db.prisma.draftSource.findMany({ where: { contextId, sourceId } });
  return new Map(rows.map((row) => [row.sourceId, toCuratedSource(row)]));
}

function toCuratedSource(row: DraftSource): CuratedSource {
  const { sourceId, contentHash, status, reason, title, mediaType, chunkCount, isUnfinished } = row;
  if (status === 'pending') throw new TypeError('a draft holds a source that nobody has read');
  return { sourceId, contentHash, status, reason, title, mediaType, chunkCount, isUnfinished };
}

/**
 * Forgets a draft that nothing can be built on.
 * @throws StopError `lease_lost` when the curation is over, or somebody else's.
 */
export async function dropDraft(db: Database, lease: CurationLease, contextId: string): Promise<void> {
  await db.prisma.$transaction(async (tx) => {
    const { count } = await tx.curation.updateMany({ where: heldCuration(lease), data: { contextId } });
    if (count === 0) throw new StopError('lease_lost', `another process ended ${lease.curationId}`);
    await tx.draftSource.deleteMany({ where: { contextId } });
    await tx.draft.deleteMany({ where: { contextId } });
  });
}
