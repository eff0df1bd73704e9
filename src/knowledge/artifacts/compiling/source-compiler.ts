import { createHash } from 'node:crypto';
import { publicMessage } from '../../../engine/ending.ts';
import type { CompiledArtifact, CompiledType, Compiler } from '../../../engine/ports/compiler.ts';
import type { TokenUsage } from '../../../engine/ports/compose.ts';
import { GatewayError } from '../../../errors.ts';
import { DEFAULT_LANGUAGE, isLanguage } from '../../analysis/languages.ts';
import type { ChunkRow } from '../../lance/chunk-table.ts';
import type { CompiledCache } from '../../lance/compiled-cache.ts';
import { toChunk } from '../../lance/to-chunk.ts';
import type { CompilingOutcome } from '../../library.ts';
import { rowsOfSource, type UnnamedArtifactRow } from '../artifact-rows.ts';

export interface SourceToCompile {
  readonly sourceId: string;
  readonly path: string;
  readonly title: string;
  readonly rows: readonly ChunkRow[];
}

export interface CompiledSource {
  readonly artifacts: readonly UnnamedArtifactRow[];
  /** Why there are none, for the person who added the source; null when there are. */
  readonly fault: string | null;
  /** The model failed, and may not the next time. */
  readonly isUnfinished: boolean;
}

/** Failures in a row after which a curation asks no more: the next source would only wait for the same. */
const MAX_FAILURES = 3;

/** Has a model compile sources, once for what it is shown. What it cannot do costs a source these artifacts alone. */
export class SourceCompiler {
  readonly #types: readonly CompiledType[];
  readonly #compiler: Compiler | undefined;
  readonly #cache: CompiledCache;
  #failures = 0;
  #outcome = { compiled: 0, reused: 0, failed: 0, inputTokens: 0, outputTokens: 0 };

  constructor(types: readonly CompiledType[], compiler: Compiler | undefined, cache: CompiledCache) {
    this.#types = types.toSorted();
    this.#compiler = compiler;
    this.#cache = cache;
  }

  /** What it took so far; undefined without a model. */
  get outcome(): CompilingOutcome | undefined {
    return this.#compiler && { compiler: this.#compiler.id, ...this.#outcome };
  }

  /** @throws the signal's reason when it aborts. */
  async compile(source: SourceToCompile, signal: AbortSignal): Promise<CompiledSource> {
    const finished = { fault: null, isUnfinished: false };
    if (source.rows.length === 0) return { artifacts: [], ...finished };
    const without = (why: string) => ({ artifacts: [], fault: `It has no ${this.#types.join(', ')}: ${why}` });
    if (this.#compiler === undefined) {
      const fault = 'no model is set up that could write them. Set one up, then change the manifest or the source.';
      return { ...without(fault), isUnfinished: false };
    }
    try {
      return { artifacts: this.#toRows(source, await this.#ask(this.#compiler, source, signal)), ...finished };
    } catch (error) {
      signal.throwIfAborted();
      this.#failures += 1;
      this.#outcome.failed += 1;
      return {
        ...without(`${publicMessage(error)} Curate the context again to have it tried again.`),
        isUnfinished: true,
      };
    }
  }

  async #ask(
    compiler: Compiler,
    { sourceId, path, title, rows }: SourceToCompile,
    signal: AbortSignal,
  ): Promise<readonly CompiledArtifact[]> {
    const key = keyOf([compiler.id, this.#types.join(' '), title, ...rows.map(({ text }) => text)]);
    const known = await this.#cache.find(sourceId, key);
    if (known !== undefined) {
      this.#outcome.reused += 1;
      return known;
    }
    if (this.#failures >= MAX_FAILURES) {
      throw new GatewayError('internal', `The model failed ${MAX_FAILURES} times in a row and was not asked again.`);
    }
    const chunks = rows.map((row) => toChunk('', row));
    let used: TokenUsage = { inputTokens: 0, outputTokens: 0 };
    let artifacts: readonly CompiledArtifact[];
    try {
      artifacts = await compiler.compile({ types: this.#types, sourcePath: path, title, chunks }, signal, (usage) => {
        used = usage;
      });
    } finally {
      this.#outcome.inputTokens += used.inputTokens;
      this.#outcome.outputTokens += used.outputTokens;
    }
    this.#failures = 0;
    this.#outcome.compiled += 1;
    await this.#cache.put(sourceId, key, artifacts);
    return artifacts;
  }

  #toRows({ sourceId, path, rows }: SourceToCompile, artifacts: readonly CompiledArtifact[]) {
    const language = rows[0]?.language ?? '';
    return rowsOfSource(
      artifacts.map(({ type, name, text }) => ({ type, name, text, spans: [], isShared: type !== 'summary' })),
      { sourceId, path, language: isLanguage(language) ? language : DEFAULT_LANGUAGE },
    );
  }
}

function keyOf(parts: readonly string[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(`${part.length}\n`).update(part);
  return hash.digest('hex');
}
