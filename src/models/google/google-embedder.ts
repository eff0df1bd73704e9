import type { Embedder } from '../../engine/ports/embedder.ts';
import { isJsonObject } from '../../lib/json.ts';
import type { EmbedPatience, EmbedReply, GoogleConnection } from './connection.ts';
import { GoogleError } from './google-error.ts';
import { tokenCount } from './token-count.ts';

export interface GoogleEmbedderOptions {
  readonly connection: GoogleConnection;
  /** The provider's name of the model: `gemini-embedding-001`. */
  readonly name: string;
  /** Length of the vectors. */
  readonly dimension: number;
  /** US dollars for a million tokens. */
  readonly price?: number;
}

/** The most that one call of the service takes. */
const BATCH_SIZE = 100;

/** As much as the words: a name or a number that stands in the text is not outvoted by what merely means something near. */
const WEIGHT = 0.5;

const TASKS = { document: 'RETRIEVAL_DOCUMENT', query: 'RETRIEVAL_QUERY' } as const;

const NOTHING: EmbedReply = { vectors: [], reply: null };

/** A curation has no reader who waits; its quotas are counted by the minute. Behind a question somebody waits. */
const PATIENCE: Readonly<Record<'document' | 'query', EmbedPatience>> = {
  document: { firstByteMs: 30_000, retries: 3, longestWaitMs: 65_000 },
  query: { firstByteMs: 8_000, retries: 1, longestWaitMs: 3_000 },
};

/**
 * Embeds texts with a Gemini embedding model. `usage.inputTokens` is what the service counted, and 0 where it does not
 * tell: nothing is estimated.
 */
export function createGoogleEmbedder({ connection, name, dimension, price }: GoogleEmbedderOptions): Embedder {
  const subject = `google/${name}`;
  return {
    id: `${subject}@${dimension}`,
    dimension,
    batchSize: BATCH_SIZE,
    weight: WEIGHT,
    async embed(texts, kind, signal) {
      if (texts.length > BATCH_SIZE) throw new RangeError(`${texts.length} texts are more than ${BATCH_SIZE}`);
      const reply =
        texts.length === 0
          ? NOTHING
          : await connection.embed(
              { subject, model: name, texts, dimension, taskType: TASKS[kind], patience: PATIENCE[kind] },
              signal,
            );
      return {
        vectors: unitVectors(reply, { subject, count: texts.length, dimension }),
        usage: {
          embedder: `${subject}@${dimension}`,
          inputTokens: tokensOf(reply),
          ...(price === undefined ? {} : { price }),
        },
      };
    },
  };
}

interface Expected {
  readonly subject: string;
  readonly count: number;
  readonly dimension: number;
}

/** Shortened vectors come without their unit length. */
function unitVectors({ vectors }: Pick<EmbedReply, 'vectors'>, expected: Expected): readonly Float32Array[] {
  const { subject, count, dimension } = expected;
  if (vectors.length !== count) throw wrong(subject, `${vectors.length} vectors for ${count} texts`);
  return vectors.map((values) => {
    if (values.length !== dimension) throw wrong(subject, `a vector of ${values.length} instead of ${dimension}`);
    const length = Math.hypot(...values);
    if (!Number.isFinite(length) || length === 0) throw wrong(subject, 'a vector without a direction');
    return Float32Array.from(values, (value) => value / length);
  });
}

function wrong(subject: string, what: string): GoogleError {
  return new GoogleError('internal', `${subject} gave ${what}. Try again, or use another embedding model.`, {
    outcome: 'unknown',
  });
}

/** The count stands for the whole batch, or with each vector. */
function tokensOf({ reply }: Pick<EmbedReply, 'reply'>): number {
  if (!isJsonObject(reply)) return 0;
  const { usageMetadata, embeddings } = reply;
  if (isJsonObject(usageMetadata)) return tokenCount(usageMetadata['promptTokenCount']);
  if (!Array.isArray(embeddings)) return 0;
  return embeddings.reduce<number>(
    (sum, embedding) =>
      sum +
      (isJsonObject(embedding) && isJsonObject(embedding['statistics'])
        ? tokenCount(embedding['statistics']['tokenCount'])
        : 0),
    0,
  );
}
