import type { BlobStore } from '../blobs.ts';
import { type EmbeddingTools, embedMissing } from '../embedding/embed-missing.ts';
import type { ChunkRow } from '../lance/chunk-table.ts';
import type { IndexWriter } from '../lance/index-writer.ts';
import type { Connection } from '../lance/native.ts';
import type { CurationOutcome, CurationPlan, OnSourceCurated, SourceOutcome, SourceToCurate } from '../library.ts';
import { curateLexicon } from './curate-lexicon.ts';
import type { SourcePreparer } from './source-preparer.ts';

/** Rows written at once: enough to make versions few, few enough not to hold up the turns that run meanwhile. */
const ROWS_A_WRITE = 500;

export interface CurationTools {
  readonly blobs: BlobStore;
  readonly writer: IndexWriter;
  readonly preparer: SourcePreparer;
  readonly connection: Connection;
  /** Absent where chunks get no vectors. */
  readonly embedding?: Omit<EmbeddingTools, 'writer'>;
}

/**
 * Carries out a plan: what is gone or replaced leaves the index, each source is read and its chunks are added, what
 * has no vector gets one, and the new version's words are counted.
 */
export async function carryOut(
  plan: CurationPlan,
  tools: CurationTools,
  onSource: OnSourceCurated,
  signal: AbortSignal,
): Promise<CurationOutcome> {
  const replaced = plan.upsert.map(({ sourceId }) => sourceId);
  let changed = plan.baseVersion === null ? 0 : await tools.writer.remove([...plan.remove, ...replaced]);

  const sources: SourceOutcome[] = [];
  let rows: ChunkRow[] = [];
  for (const source of plan.upsert) {
    signal.throwIfAborted();
    const { outcome, rows: more } = await curateSource(source, tools, signal);
    sources.push(outcome);
    changed += outcome.chunkCount;
    for (const row of more) {
      rows.push(row);
      if (rows.length < ROWS_A_WRITE) continue;
      await tools.writer.add(rows);
      rows = [];
    }
    onSource(outcome, { done: sources.length, total: plan.upsert.length });
  }
  await tools.writer.add(rows);
  signal.throwIfAborted();
  const embedding = tools.embedding && (await embedMissing({ ...tools.embedding, writer: tools.writer }, signal));
  const built = await tools.writer.finish();
  await curateLexicon({ ...plan, ...built, changed }, tools, signal);
  signal.throwIfAborted();
  return { ...built, sources, ...(embedding && { embedding }) };
}

interface CuratedSource {
  readonly outcome: SourceOutcome;
  readonly rows: readonly ChunkRow[];
}

async function curateSource(source: SourceToCurate, tools: CurationTools, signal: AbortSignal): Promise<CuratedSource> {
  const { sourceId, path, mediaType, contentHash } = source;
  const title = path.slice(path.lastIndexOf('/') + 1);
  const without = (status: 'skipped' | 'failed', reason: string, type: string): CuratedSource => ({
    outcome: { sourceId, path, status, reason, title, mediaType: type, chunkCount: 0 },
    rows: [],
  });

  const bytes = await tools.blobs.tryRead(contentHash);
  if (bytes === undefined)
    return without('failed', 'The content is not in storage any more. Add the source again.', mediaType);

  const answer = await tools.preparer.prepare({ sourceId, path, mediaType, bytes }, signal);
  switch (answer.status) {
    case 'prepared': {
      const { rows, ...about } = answer.source;
      return { outcome: { sourceId, path, status: 'parsed', reason: null, ...about, chunkCount: rows.length }, rows };
    }
    case 'unreadable':
      return without('skipped', answer.reason, answer.mediaType);
    case 'failed':
      return without('failed', answer.reason, mediaType);
  }
}
