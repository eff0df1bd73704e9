import type { ArtifactType } from '../../engine/ports/artifacts.ts';
import type { ArtifactRow } from '../lance/artifact-table.ts';
import type { ArtifactWriter, SharedKey } from '../lance/artifact-writer.ts';
import { artifactId } from './artifact-id.ts';
import type { UnnamedArtifactRow } from './artifact-rows.ts';
import { mergeParts } from './merge-parts.ts';

const ROWS_A_WRITE = 500;
const KEYS_A_MERGE = 500;

/** Gathers what the sources of a curation give, and merges what several of them have a share in. */
export class ArtifactBuild {
  readonly #contextId: string;
  readonly #writer: ArtifactWriter;
  #rows: ArtifactRow[] = [];

  constructor(contextId: string, writer: ArtifactWriter) {
    this.#contextId = contextId;
    this.#writer = writer;
  }

  /** Takes back what sources gave to the version that this one is built on. */
  async remove(sourceIds: readonly string[]): Promise<void> {
    await this.#writer.remove(sourceIds);
  }

  async add(rows: readonly UnnamedArtifactRow[]): Promise<void> {
    for (const row of rows) {
      const id = artifactId(this.#contextId, [row.source_id, row.type, row.key || row.name]);
      this.#rows.push({ ...row, id });
      if (this.#rows.length >= ROWS_A_WRITE) await this.#flush();
    }
  }

  /** Makes what was added durable, as what goes with that version of the chunks. */
  async checkpoint(chunkVersion: number): Promise<void> {
    await this.#flush();
    await this.#writer.checkpoint(chunkVersion);
  }

  async finish(chunkVersion: number, signal: AbortSignal): Promise<void> {
    await this.#flush();
    for (const [type, keys] of byType(await this.#writer.unmerged())) {
      for (let at = 0; at < keys.length; at += KEYS_A_MERGE) {
        signal.throwIfAborted();
        const parts = await this.#writer.parts(type, keys.slice(at, at + KEYS_A_MERGE));
        await this.#writer.add(mergeParts(this.#contextId, parts));
      }
    }
    await this.#writer.finish(chunkVersion);
  }

  async #flush(): Promise<void> {
    const rows = this.#rows;
    this.#rows = [];
    await this.#writer.add(rows);
  }
}

function byType(shared: readonly SharedKey[]): ReadonlyMap<ArtifactType, readonly string[]> {
  const keys = new Map<ArtifactType, string[]>();
  for (const { type, key } of shared) {
    const known = keys.get(type);
    if (known === undefined) keys.set(type, [key]);
    else known.push(key);
  }
  return keys;
}
