import type { CompilingOutcome, EmbeddingOutcome, KnowledgeLibrary, SourceOutcome } from '../knowledge/library.ts';
import { effectiveManifest, toManifestDocument } from '../knowledge/manifest.ts';
import { findSampleQueries, SAMPLED_SOURCES } from '../knowledge/sample-queries/find-sample-queries.ts';
import type { Clock } from '../lib/clock.ts';
import { jsonHash } from '../lib/json.ts';
import { manifestOf } from '../store/contexts.ts';
import { type CurationTask, curationTask } from '../store/curation-task.ts';
import type { CurationLease, CurationRow } from '../store/curations.ts';
import type { Database } from '../store/database.ts';
import { dropDraft, recordDraft } from '../store/drafts.ts';
import { publishCuration } from '../store/publish-curation.ts';
import { sampledSources } from '../store/sampled-sources.ts';
import type { CurationState } from './curation-state.ts';

export interface HeldCuration {
  readonly contextId: string;
  readonly slug: string;
  readonly lease: CurationLease;
  readonly leaseEnd: () => Date;
  readonly state: CurationState;
  readonly signal: AbortSignal;
}

export interface CurateContextDeps {
  readonly db: Database;
  readonly library: KnowledgeLibrary;
  readonly clock: Clock;
  readonly onEmbedded: (outcome: EmbeddingOutcome) => void;
  readonly onCompiled: (outcome: CompilingOutcome) => void;
}

/**
 * Reads what is new, changed or read by another manifest, from where an attempt before left off, and makes the result
 * live.
 * @throws what ends it; what was done until the last checkpoint is kept.
 */
export async function curateContext(
  held: HeldCuration,
  { db, library, clock, onEmbedded, onCompiled }: CurateContextDeps,
): Promise<CurationRow> {
  const { contextId, lease, state, signal } = held;
  const manifest = effectiveManifest(await manifestOf(db, contextId));
  const manifestHash = jsonHash(toManifestDocument(manifest));
  const { draft, ...task } = await tasksLeft(held, manifestHash, { db, library });
  const { baseVersion, upsert, remove, unchanged } = task;
  const kept = draft?.sources ?? [];
  const countOf = (wanted: SourceOutcome['status']) => kept.filter(({ status }) => status === wanted).length;
  state.tell({
    total: upsert.length + kept.length,
    parsed: countOf('parsed'),
    skipped: countOf('skipped'),
    failed: countOf('failed'),
    resumed: kept.length,
    unchanged,
    removed: remove.length,
  });

  const hashes = new Map(upsert.map(({ sourceId, contentHash }) => [sourceId, contentHash]));
  const plan = {
    contextId,
    baseVersion,
    upsert,
    remove,
    manifest,
    ...(draft && {
      draft: { version: draft.version, chunks: kept.reduce((sum, { chunkCount }) => sum + chunkCount, 0) },
    }),
  };
  const onSource = ({ path, status, reason }: SourceOutcome) => state.tellSource({ path, status, reason });
  const { version, chunks, embedding, compiling } = await library.curate(plan, onSource, signal, {
    onCheckpoint: ({ version: reached, sources }) =>
      recordDraft(db, lease, {
        contextId,
        baseVersion,
        manifest: manifestHash,
        version: reached,
        sources: sources.map((source) => ({ ...source, contentHash: hashes.get(source.sourceId) ?? '' })),
        counts: state.counts,
        until: held.leaseEnd(),
      }),
  });
  if (embedding !== undefined) onEmbedded(embedding);
  if (compiling !== undefined) onCompiled(compiling);
  const sampleQueries = version === baseVersion ? undefined : await sampleOf(held, version, { db, library });
  return publishCuration(db, lease, {
    version,
    ...(sampleQueries && { sampleQueries }),
    chunks,
    counts: state.counts,
    manifest: manifestHash,
    sources: [...kept.map(({ sourceId }) => sourceId), ...hashes.keys()],
    removed: remove,
    now: clock.now(),
  });
}

async function sampleOf(
  { contextId: id, slug, signal }: HeldCuration,
  version: number,
  { db, library }: Pick<CurateContextDeps, 'db' | 'library'>,
): Promise<readonly string[]> {
  const sources = await sampledSources(db, id, SAMPLED_SOURCES);
  return findSampleQueries(library, { id, slug, kind: 'search', version }, sources, signal);
}

/** What is to be done, its draft one that the index still holds. */
async function tasksLeft(
  { contextId, lease }: HeldCuration,
  manifest: string,
  { db, library }: Pick<CurateContextDeps, 'db' | 'library'>,
): Promise<CurationTask> {
  const task = await curationTask(db, contextId, manifest);
  if (task.draft !== undefined && (await library.holds(contextId, task.draft.version))) return task;
  await dropDraft(db, lease, contextId);
  return task.draft === undefined ? task : curationTask(db, contextId, manifest);
}
