import type { Embedder } from '../../engine/ports/embedder.ts';
import type { IndexReader } from '../lance/index-reader.ts';
import type { IndexWriter } from '../lance/index-writer.ts';
import type { VectorCache } from '../lance/vector-cache.ts';
import type { EmbeddingOutcome } from '../library.ts';
import { checkedVectors } from './checked-vectors.ts';
import { embeddingKey, embeddingText } from './embedding-text.ts';

export interface EmbeddingTools {
  readonly embedder: Embedder;
  readonly writer: Pick<IndexWriter, 'stamp' | 'unembedded' | 'embed'>;
  readonly cache: Pick<VectorCache, 'find' | 'add'>;
  /** The version before, where it has vectors of the same embedder. */
  readonly base: Pick<IndexReader, 'vectors'> | undefined;
}

/** Rows that are read and written at once. */
const PAGE = 500;
/** Requests that an embedder has at once. */
const LANES = 3;

/**
 * Gives every chunk of a version that is being built its vector. A text that the base version or an earlier attempt
 * has embedded is not embedded again; what comes in is kept at once, so that it need not be even if this fails.
 * Rejects with the signal's reason when it aborts.
 */
export async function embedMissing(tools: EmbeddingTools, signal: AbortSignal): Promise<EmbeddingOutcome> {
  const { embedder, writer, cache, base } = tools;
  await writer.stamp(embedder);
  let [embedded, reused, inputTokens] = [0, 0, 0];
  for (;;) {
    signal.throwIfAborted();
    const rows = await writer.unembedded(Math.max(PAGE, LANES * embedder.batchSize));
    if (rows.length === 0) return { embedder: embedder.id, embedded, reused, inputTokens };
    const keyed = rows.map((row) => {
      const text = embeddingText(row);
      return { id: row.id, text, key: embeddingKey(text) };
    });
    const texts = new Map(keyed.map(({ key, text }) => [key, text]));
    const known = new Map(await base?.vectors([...texts.keys()]));
    for (const [key, vector] of await cache.find([...texts.keys()])) known.set(key, vector);
    for (const key of known.keys()) texts.delete(key);

    const bought = await embed(texts, tools, signal);
    inputTokens += bought.inputTokens;
    const vectors = new Map([...known, ...bought.vectors]);
    await writer.embed(
      keyed.map(({ id, key }) => {
        const vector = vectors.get(key);
        if (vector === undefined) throw new Error('a chunk was left without a vector');
        return { id, key, vector };
      }),
    );
    embedded += bought.vectors.size;
    reused += rows.length - bought.vectors.size;
  }
}

interface Bought {
  readonly vectors: ReadonlyMap<string, Float32Array>;
  readonly inputTokens: number;
}

/** Texts by their keys, a few batches at a time. When one fails the others under way are waited for, for they are paid. */
async function embed(
  texts: ReadonlyMap<string, string>,
  { embedder, cache }: EmbeddingTools,
  signal: AbortSignal,
): Promise<Bought> {
  const vectors = new Map<string, Float32Array>();
  let inputTokens = 0;
  let failed = false;
  const pending = batchesOf([...texts], embedder.batchSize).values();
  const lane = async () => {
    for (const batch of pending) {
      if (failed) return;
      try {
        const answer = await embedder.embed(
          batch.map(([, text]) => text),
          'document',
          signal,
        );
        inputTokens += answer.usage.inputTokens;
        const checked = checkedVectors(answer.vectors, batch.length, embedder);
        const entries = new Map(batch.map(([key], at) => [key, checked[at] ?? new Float32Array()]));
        await cache.add(entries);
        for (const [key, vector] of entries) vectors.set(key, vector);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  const lanes = await Promise.allSettled(Array.from({ length: LANES }, lane));
  signal.throwIfAborted();
  for (const outcome of lanes) if (outcome.status === 'rejected') throw outcome.reason;
  return { vectors, inputTokens };
}

function batchesOf<T>(all: readonly T[], size: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size));
}
