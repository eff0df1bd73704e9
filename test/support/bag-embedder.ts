import type { Embedder } from '../../src/engine/ports/embedder.ts';

/** What an embedder was asked, in order. */
export interface EmbedderCall {
  readonly kind: 'document' | 'query';
  readonly texts: readonly string[];
}

export interface BagEmbedderOptions {
  readonly id?: string;
  readonly dimension?: number;
  readonly batchSize?: number;
  readonly weight?: number;
  /** Awaited before each answer; what it rejects with is what the call rejects with. */
  readonly before?: (call: EmbedderCall, signal: AbortSignal) => Promise<void>;
}

/**
 * A weak embedder that needs no model: each word counts for one of few dimensions, which unrelated words share. It
 * tells texts apart by what they are about, badly.
 */
export class BagEmbedder implements Embedder {
  readonly id: string;
  readonly dimension: number;
  readonly batchSize: number;
  readonly weight: number;
  readonly calls: EmbedderCall[] = [];
  readonly #before: NonNullable<BagEmbedderOptions['before']>;

  constructor({ id, dimension = 64, batchSize = 4, weight = 0.3, before = async () => {} }: BagEmbedderOptions = {}) {
    this.id = id ?? `test/bag@${dimension}`;
    this.dimension = dimension;
    this.batchSize = batchSize;
    this.weight = weight;
    this.#before = before;
  }

  /** Document texts that were paid for, in the order of their arrival. */
  get documents(): readonly string[] {
    return this.calls.filter(({ kind }) => kind === 'document').flatMap(({ texts }) => texts);
  }

  async embed(texts: readonly string[], kind: EmbedderCall['kind'], signal: AbortSignal) {
    if (texts.length > this.batchSize) throw new Error('more texts than a batch may have');
    const call = { kind, texts };
    await this.#before(call, signal);
    signal.throwIfAborted();
    this.calls.push(call);
    const inputTokens = texts.reduce((sum, text) => sum + text.split(/\s+/).length, 0);
    return {
      vectors: texts.map((text) => this.#vectorOf(text)),
      usage: { embedder: this.id, inputTokens, price: 0.15 },
    };
  }

  #vectorOf(text: string): Float32Array {
    const vector = new Float32Array(this.dimension);
    for (const [word] of text.toLowerCase().matchAll(/\p{L}+/gu)) {
      let hash = 7;
      for (const character of word.slice(0, 6)) hash = (Math.imul(hash, 31) + character.charCodeAt(0)) >>> 0;
      const at = hash % this.dimension;
      vector[at] = (vector[at] ?? 0) + 1;
    }
    const length = Math.hypot(...vector) || 1;
    return vector.map((value) => value / length);
  }
}
