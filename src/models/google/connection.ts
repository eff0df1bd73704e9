import { type Content, type GenerateContentConfig, type GenerateContentResponse, GoogleGenAI } from '@google/genai';
import { type Clock, systemClock } from '../../lib/clock.ts';
import type { JsonValue } from '../../lib/json.ts';
import { explain } from './explain.ts';
import { limitedFetch } from './limited-fetch.ts';
import type { ReplyLimits } from './reply-limits.ts';
import { type RetryPolicy, withRetries } from './retries.ts';

export interface GoogleConnectionOptions {
  readonly apiKey: string;
  /** Where the API is, without its version; Google's own address when absent. */
  readonly baseUrl?: string;
  /** What differs from `DEFAULT_LIMITS`. */
  readonly limits?: Partial<GoogleLimits>;
  readonly clock?: Pick<Clock, 'sleep'>;
  /** From 0 up to 1; spreads the retries of many turns. */
  readonly random?: () => number;
}

export type GoogleLimits = ReplyLimits & Omit<RetryPolicy, 'repeatsUnknown'>;

export const DEFAULT_LIMITS: GoogleLimits = {
  firstByteMs: 300_000,
  silenceMs: 60_000,
  replyMs: 600_000,
  replyBytes: 16 * 1024 * 1024,
  retries: 3,
  firstWaitMs: 500,
  longestWaitMs: 15_000,
};

const GOOGLE = 'https://generativelanguage.googleapis.com';

export interface GenerateRequest {
  /** Catalogue id of the model, for messages. */
  readonly subject: string;
  /** The model's name with the provider. */
  readonly model: string;
  readonly contents: Content[];
  readonly config: GenerateContentConfig;
}

export interface EmbedRequest {
  readonly subject: string;
  readonly model: string;
  readonly texts: readonly string[];
  readonly taskType: 'RETRIEVAL_DOCUMENT' | 'RETRIEVAL_QUERY';
  readonly dimension: number;
  readonly patience: EmbedPatience;
}

/** How long it is worth trying. */
export interface EmbedPatience {
  /** Milliseconds to the first bytes of a reply; the connection's own limit where that is less. */
  readonly firstByteMs: number;
  /** Attempts after the first; the connection's own number where that is less. */
  readonly retries: number;
  /** A service that asks for a longer wait than this is given up. */
  readonly longestWaitMs: number;
}

export interface EmbedReply {
  /** As the service gave them; neither their number nor their length is checked. */
  readonly vectors: readonly (readonly number[])[];
  /** The rest of the reply, of which the SDK keeps nothing. */
  readonly reply: JsonValue;
}

/**
 * Calls to the Gemini API within limits. Every failure is a GatewayError that names `subject`, or the reason of the
 * signal when that aborted; none holds the key. When a call is over, for whatever reason, its connection is closed.
 */
export interface GoogleConnection {
  /** The pieces of one reply as they come. It is asked again only while none has come. */
  generate(request: GenerateRequest, signal: AbortSignal): AsyncGenerator<GenerateContentResponse, void>;
  /** Asked again also where the outcome is unknown: a vector is the same however often it is made. */
  embed(request: EmbedRequest, signal: AbortSignal): Promise<EmbedReply>;
}

export function createGoogleConnection(options: GoogleConnectionOptions): GoogleConnection {
  const { apiKey, baseUrl = GOOGLE, clock = systemClock, random = Math.random } = options;
  const limits: GoogleLimits = { ...DEFAULT_LIMITS, ...options.limits };
  // What is left out here, the SDK takes from environment variables of its own.
  const { models } = new GoogleGenAI({ apiKey, vertexai: false, httpOptions: { baseUrl } });
  const redact = (text: string) => text.replaceAll(apiKey, '[key]');

  /** One attempt, with a signal of its own: what it holds open is closed with it. */
  async function attempt<T>(
    subject: string,
    signal: AbortSignal,
    open: (controller: AbortController) => Promise<T>,
  ): Promise<T> {
    signal.throwIfAborted();
    const controller = new AbortController();
    const onAbort = () => controller.abort(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    controller.signal.addEventListener('abort', () => signal.removeEventListener('abort', onAbort), { once: true });
    try {
      return await open(controller);
    } catch (error) {
      controller.abort();
      signal.throwIfAborted();
      throw explain(error, { subject, redact });
    }
  }

  return {
    async *generate({ subject, model, contents, config }, signal) {
      const { controller, chunks, first } = await withRetries(
        () =>
          attempt(subject, signal, async (controller) => {
            const chunks = await models.generateContentStream({
              model,
              contents,
              config: {
                ...config,
                // On by default, it would ask again by itself where a reply broke off.
                automaticContinuation: false,
                abortSignal: controller.signal,
                httpOptions: { fetch: limitedFetch(limits, 'text/event-stream') },
              },
            });
            return { controller, chunks, first: await chunks.next() };
          }),
        { ...limits, repeatsUnknown: false },
        { clock, random },
        signal,
      );
      try {
        for (let next = first; next.done !== true; next = await chunks.next()) yield next.value;
      } catch (error) {
        signal.throwIfAborted();
        throw explain(error, { subject, redact });
      } finally {
        controller.abort();
      }
    },

    embed({ subject, model, texts, taskType, dimension, patience }, signal) {
      const replyLimits = { ...limits, firstByteMs: Math.min(limits.firstByteMs, patience.firstByteMs) };
      const retries = Math.min(limits.retries, patience.retries);
      return withRetries(
        () =>
          attempt(subject, signal, async (controller) => {
            let reply: JsonValue = null;
            const { embeddings = [] } = await models.embedContent({
              model,
              contents: [...texts],
              config: {
                taskType,
                outputDimensionality: dimension,
                abortSignal: controller.signal,
                httpOptions: {
                  fetch: async (input, init) => {
                    const response = await limitedFetch(replyLimits, 'application/json')(input, init);
                    reply = (await response.clone().json()) as JsonValue;
                    return response;
                  },
                },
              },
            });
            controller.abort();
            return { vectors: embeddings.map(({ values = [] }) => values), reply };
          }),
        { ...limits, retries, longestWaitMs: patience.longestWaitMs, repeatsUnknown: true },
        { clock, random },
        signal,
      );
    },
  };
}
