import { LRUCache } from 'lru-cache';
import type { Embedder } from '../../engine/ports/embedder.ts';
import type { SearchRequest } from '../../engine/ports/knowledge.ts';
import { GatewayError } from '../../errors.ts';
import { abortable } from '../../lib/signals.ts';
import { checkedVectors } from './checked-vectors.ts';

export type EmbeddedQuery =
  | { readonly vector: Float32Array }
  /** Why there is none, for a person. */
  | { readonly missing: string };

const REMEMBERED = 500;

/** Embeds queries within a deadline of their own: a provider that is slow or away must not hold up or fail a search. */
export class QueryEmbedder {
  readonly embedder: Pick<Embedder, 'id' | 'weight'>;
  readonly #embedder: Embedder;
  readonly #deadlineMs: number;
  readonly #vectors = new LRUCache<string, Float32Array>({ max: REMEMBERED });

  constructor(embedder: Embedder, deadlineMs: number) {
    this.embedder = embedder;
    this.#embedder = embedder;
    this.#deadlineMs = deadlineMs;
  }

  /** Rejects only with the signal's reason, when it aborts. */
  async embed({ query, onUsage }: SearchRequest, signal: AbortSignal): Promise<EmbeddedQuery> {
    const known = this.#vectors.get(query);
    if (known !== undefined) return { vector: known };
    const deadline = AbortSignal.timeout(this.#deadlineMs);
    const both = AbortSignal.any([signal, deadline]);
    try {
      const answer = await abortable(this.#embedder.embed([query], 'query', both), both);
      onUsage?.(answer.usage);
      const [vector] = checkedVectors(answer.vectors, 1, this.#embedder);
      if (vector === undefined) throw new TypeError('one text, one vector');
      this.#vectors.set(query, vector);
      return { vector };
    } catch (error) {
      signal.throwIfAborted();
      if (deadline.aborted) return { missing: `the embedding model took longer than ${this.#deadlineMs / 1_000} s` };
      if (error instanceof GatewayError) return { missing: error.message };
      return { missing: 'the embedding model failed' };
    }
  }
}
