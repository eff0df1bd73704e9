import { StopError } from '../lib/signals.ts';
import { type CurationCounts, type CurationLease, type CurationRow, heldCuration } from './curations.ts';
import type { Database } from './database.ts';
import { storableText } from './storable.ts';

export interface CuratedSource {
  readonly sourceId: string;
  /** Of the bytes that were read, which may not be the source's any more. */
  readonly contentHash: string;
  readonly status: 'parsed' | 'skipped' | 'failed';
  readonly reason: string | null;
  readonly title: string;
  readonly mediaType: string;
  readonly chunkCount: number;
}

export interface Publication {
  readonly version: number;
  readonly chunks: number;
  readonly counts: CurationCounts;
  readonly sources: readonly CuratedSource[];
  /** Ids of sources that the new version has lost. */
  readonly removed: readonly string[];
  readonly now: Date;
}

/**
 * Makes a curation's version the live one, and says of each source how it ended, all or nothing. A source that got
 * other content meanwhile stays pending.
 * @throws StopError `lease_lost` when the curation is over, or somebody else's.
 */
export async function publishCuration(
  db: Database,
  lease: CurationLease,
  { version, chunks, counts, sources, removed, now }: Publication,
): Promise<CurationRow> {
  return db.prisma.$transaction(async (tx) => {
    const [curation] = await tx.curation.updateManyAndReturn({
      where: heldCuration(lease),
      data: { ...counts, status: 'completed', version, chunks, finishedAt: now },
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
                  ${sources.map(({ contentHash }) => contentHash)}::text[],
                  ${sources.map(({ status }) => status)}::text[],
                  ${sources.map(({ reason }) => storableText(reason ?? ''))}::text[],
                  ${sources.map(({ title }) => storableText(title))}::text[],
                  ${sources.map(({ mediaType }) => storableText(mediaType))}::text[],
                  ${sources.map(({ chunkCount }) => chunkCount)}::int[])
             AS curated(id, hash, status, reason, title, media_type, chunk_count)
      WHERE sources.id = curated.id AND sources.context_id = ${contextId}`;
    await tx.$executeRaw`
      DELETE FROM removed_sources WHERE context_id = ${contextId} AND source_id = ANY(${[...removed]}::text[])`;
    return curation;
  });
}
