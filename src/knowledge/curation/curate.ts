import { inOrder } from '../../lib/in-order.ts';
import { oneAhead } from '../../lib/one-ahead.ts';
import type { ArtifactBuild } from '../artifacts/artifact-build.ts';
import type { UnnamedArtifactRow } from '../artifacts/artifact-rows.ts';
import type { SourceCompiler } from '../artifacts/compiling/source-compiler.ts';
import type { BlobStore } from '../blobs.ts';
import { type EmbeddingTools, embedMissing } from '../embedding/embed-missing.ts';
import type { ChunkRow } from '../lance/chunk-table.ts';
import type { IndexWriter } from '../lance/index-writer.ts';
import type { Connection } from '../lance/native.ts';
import type {
  CurateOptions,
  CurationOutcome,
  CurationPlan,
  OnSourceCurated,
  SourceOutcome,
  SourceToCurate,
} from '../library.ts';
import { DEFAULT_MANIFEST, type Manifest } from '../manifest.ts';
import { refusalOfSize } from '../parse/source-size.ts';
import { curateLexicon } from './curate-lexicon.ts';
import { DraftWriter } from './draft-writer.ts';
import type { SourcePreparer } from './source-preparer.ts';

export interface CurationTools {
  readonly blobs: BlobStore;
  readonly writer: IndexWriter;
  readonly artifacts: ArtifactBuild;
  /** Absent where the manifest wants nothing that takes a model. */
  readonly compiler?: SourceCompiler;
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
  options: CurateOptions = {},
): Promise<CurationOutcome> {
  const { baseVersion, draft, remove, upsert } = plan;
  const held = baseVersion !== null || draft !== undefined;
  const replaced = upsert.map(({ sourceId }) => sourceId);
  let changed = draft?.chunks ?? 0;
  if (held) {
    changed += await tools.writer.remove([...remove, ...replaced]);
    await tools.artifacts.remove([...remove, ...replaced]);
  }

  const sources: SourceOutcome[] = [];
  const drafted = new DraftWriter(tools.writer, tools.artifacts, options);
  const manifest = plan.manifest ?? DEFAULT_MANIFEST;
  const read = oneAhead(upsert, (source) => curateSource({ ...source, manifest }, tools, signal));
  const { compiler } = tools;
  const curated =
    compiler === undefined ? read : inOrder(read, COMPILED_AT_ONCE, (each) => compileSource(each, compiler, signal));
  for await (const { outcome, rows, artifacts } of curated) {
    signal.throwIfAborted();
    sources.push(outcome);
    changed += outcome.chunkCount;
    await drafted.add(outcome, rows, artifacts);
    onSource(outcome, { done: sources.length, total: upsert.length });
  }
  await drafted.flush();
  signal.throwIfAborted();
  const embedding = tools.embedding && (await embedMissing({ ...tools.embedding, writer: tools.writer }, signal));
  const built = await tools.writer.finish();
  await tools.artifacts.finish(built.version, signal);
  await curateLexicon({ ...plan, ...built, changed }, tools, signal);
  signal.throwIfAborted();
  const compiling = compiler?.outcome;
  return { ...built, sources, ...(embedding && { embedding }), ...(compiling && { compiling }) };
}

/** Sources that a model is at, at once. */
const COMPILED_AT_ONCE = 4;

interface CuratedSource {
  readonly outcome: SourceOutcome;
  readonly rows: readonly ChunkRow[];
  readonly artifacts: readonly UnnamedArtifactRow[];
}

/** What a model cannot do is said of the source, and costs it nothing else. */
async function compileSource(
  source: CuratedSource,
  compiler: SourceCompiler,
  signal: AbortSignal,
): Promise<CuratedSource> {
  const { outcome, rows, artifacts } = source;
  if (outcome.status !== 'parsed') return source;
  const compiled = await compiler.compile({ ...outcome, rows }, signal);
  const reason = [outcome.reason, compiled.fault].filter((each) => each !== null).join(' ') || null;
  return {
    outcome: { ...outcome, reason, isUnfinished: compiled.isUnfinished },
    rows,
    artifacts: [...artifacts, ...compiled.artifacts],
  };
}

async function curateSource(
  source: SourceToCurate & { readonly manifest: Manifest },
  tools: CurationTools,
  signal: AbortSignal,
): Promise<CuratedSource> {
  const { sourceId, path, mediaType, contentHash, manifest } = source;
  const title = path.slice(path.lastIndexOf('/') + 1);
  const without = (status: 'skipped' | 'failed', reason: string, type: string): CuratedSource => ({
    outcome: { sourceId, path, status, reason, title, mediaType: type, chunkCount: 0, isUnfinished: false },
    rows: [],
    artifacts: [],
  });

  const tooLarge = refusalOfSize((await tools.blobs.trySize(contentHash)) ?? 0);
  if (tooLarge !== undefined) return without('skipped', tooLarge, mediaType);
  const bytes = await tools.blobs.tryRead(contentHash);
  if (bytes === undefined)
    return without('failed', 'The content is not in storage any more. Add the source again.', mediaType);

  const answer = await tools.preparer.prepare({ sourceId, path, mediaType, bytes, manifest }, signal);
  switch (answer.status) {
    case 'prepared': {
      const { rows, artifacts, title, mediaType: type, reason } = answer.source;
      const chunkCount = rows.length;
      return {
        outcome: { sourceId, path, status: 'parsed', reason, title, mediaType: type, chunkCount, isUnfinished: false },
        rows,
        artifacts,
      };
    }
    case 'unreadable':
      return without('skipped', answer.reason, answer.mediaType);
    case 'failed':
      return without('failed', answer.reason, mediaType);
  }
}
