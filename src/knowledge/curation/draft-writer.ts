import type { ArtifactBuild } from '../artifacts/artifact-build.ts';
import type { UnnamedArtifactRow } from '../artifacts/artifact-rows.ts';
import type { ChunkRow } from '../lance/chunk-table.ts';
import type { IndexWriter } from '../lance/index-writer.ts';
import type { CurateOptions, SourceOutcome } from '../library.ts';

/** Rows written at once: enough to make versions few, few enough not to hold up the turns that run meanwhile. */
const ROWS_A_WRITE = 200;
/** Milliseconds of reading that a process may lose when it dies. */
const CHECKPOINT_MS = 2_000;

/** Writes curated sources in batches, and says after each what need not be done again. */
export class DraftWriter {
  readonly #writer: Pick<IndexWriter, 'add' | 'version'>;
  readonly #artifacts: ArtifactBuild;
  readonly #options: CurateOptions;
  #rows: ChunkRow[] = [];
  #sources: SourceOutcome[] = [];
  #flushed = performance.now();

  constructor(writer: Pick<IndexWriter, 'add' | 'version'>, artifacts: ArtifactBuild, options: CurateOptions) {
    this.#writer = writer;
    this.#artifacts = artifacts;
    this.#options = options;
  }

  async add(source: SourceOutcome, rows: readonly ChunkRow[], artifacts: readonly UnnamedArtifactRow[]): Promise<void> {
    this.#sources.push(source);
    await this.#artifacts.add(artifacts);
    this.#rows = this.#rows.concat(rows);
    const due = performance.now() - this.#flushed > CHECKPOINT_MS;
    if (due || this.#rows.length >= ROWS_A_WRITE) await this.flush();
  }

  async flush(): Promise<void> {
    const [rows, sources] = [this.#rows, this.#sources];
    this.#rows = [];
    this.#sources = [];
    for (let at = 0; at < rows.length; at += ROWS_A_WRITE) await this.#writer.add(rows.slice(at, at + ROWS_A_WRITE));
    if (sources.length > 0 && this.#options.onCheckpoint !== undefined) {
      const version = await this.#writer.version();
      await this.#artifacts.checkpoint(version);
      await this.#options.onCheckpoint({ version, sources });
    }
    this.#flushed = performance.now();
  }
}
