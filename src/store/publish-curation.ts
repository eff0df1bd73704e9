import { setImmediate as untilOthersRan } from 'node:timers/promises';
import { StopError } from '../lib/signals.ts';
import { type CurationCounts, type CurationLease, type CurationRow, heldCuration } from './curations.ts';
import type { Database } from './database.ts';
import type { Prisma } from './prisma/client.ts';

export interface Publication {
  readonly version: number;
  readonly chunks: number;
  readonly counts: CurationCounts;
  /** Hash of the manifest that it was built by. */
  readonly manifest: string;
  /** Left as they are when absent. */
  readonly sampleQueries?: readonly string[];
  /** Ids of the sources that it took in; how each came out stands in the context's draft. */
  readonly sources: readonly string[];
  /** Ids of sources that the new version has lost. */
  readonly removed: readonly string[];
  readonly now: Date;
}

/** Sources a statement: an embedded database works on the main thread, and a large one holds up everything else. */
const SLICE = 50;
/** Milliseconds that publishing a very large context may take. */
const TIMEOUT = 120_000;

/**
 * Makes a curation's version the live one, and says of each source how it ended, all or nothing. A source that got
 * other content meanwhile stays pending. The draft is live then, and forgotten.
 * @throws StopError `lease_lost` when the curation is over, or somebody else's.
 */
export async function publishCuration(
  db: Database,
  lease: CurationLease,
  { version, chunks, counts, manifest, sampleQueries, sources, removed, now }: Publication,
): Promise<CurationRow> {
  const publish = async (tx: Prisma.TransactionClient) => {
    const [curation] = await tx.curation.updateManyAndReturn({
      where: heldCuration(lease),
      data: { ...counts, status: 'completed', version, chunks, finishedAt: now },
    });
    if (curation === undefined) throw new StopError('lease_lost', `another process ended ${lease.curationId}`);
    const { contextId } = curation;
    await tx.context.updateMany({
      where: { id: contextId },
      data: {
        liveVersion: version,
        liveManifest: manifest,
        ...(sampleQueries === undefined ? {} : { sampleQueries: [...sampleQueries] }),
        curatedAt: now,
      },
    });
    for (let at = 0; at < sources.length; at += SLICE) {
      await untilOthersRan();
      await takeIn(tx, contextId, sources.slice(at, at + SLICE));
    }
    await tx.draftSource.deleteMany({ where: { contextId } });
    await tx.draft.deleteMany({ where: { contextId } });
    await tx.$executeRaw`
      DELETE FROM removed_sources WHERE context_id = ${contextId} AND source_id = ANY(${[...removed]}::text[])`;
    return curation;
  };
  return db.prisma.$transaction(publish, { timeout: TIMEOUT });
}

async function takeIn(tx: Prisma.TransactionClient, contextId: string, sources: readonly string[]): Promise<void> {
  await tx.$executeRaw`
    WITH curated AS (
      DELETE FROM draft_sources WHERE context_id = ${contextId} AND source_id = ANY(${[...sources]}::text[])
      RETURNING *
    )
    UPDATE sources SET
      curated_hash =
        CASE WHEN curated.status = 'parsed' AND NOT curated.is_unfinished THEN curated.content_hash END,
      status = CASE WHEN sources.content_hash = curated.content_hash THEN curated.status ELSE sources.status END,
      reason = CASE WHEN sources.content_hash = curated.content_hash THEN curated.reason ELSE sources.reason END,
      media_type =
        CASE WHEN sources.content_hash = curated.content_hash THEN curated.media_type ELSE sources.media_type END,
      title = curated.title,
      chunk_count = curated.chunk_count
    FROM curated WHERE sources.id = curated.source_id AND sources.context_id = ${contextId}`;
}
