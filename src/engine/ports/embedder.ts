export interface EmbeddingUsage {
  /** Catalogue id of the embedder. */
  readonly embedder: string;
  readonly inputTokens: number;
  /** US dollars for a million tokens; absent where the catalogue has none. */
  readonly price?: number;
}

/** Turns texts into vectors of one length, so that near in meaning is near in angle. */
export interface Embedder {
  /** Model and dimension, as an index is stamped with them: `google/gemini-embedding-001@768`. */
  readonly id: string;
  readonly dimension: number;
  /** Texts that one call takes at most. */
  readonly batchSize: number;
  /** How much the vector list counts against the keyword list when the two are fused, from 0 to 1. */
  readonly weight: number;
  /**
   * One vector of unit length for each text, in order. A query is embedded otherwise than a document.
   * @throws GatewayError when the provider refuses or stays away after the embedder's own retries.
   */
  embed(
    texts: readonly string[],
    kind: 'document' | 'query',
    signal: AbortSignal,
  ): Promise<{ readonly vectors: readonly Float32Array[]; readonly usage: EmbeddingUsage }>;
}
