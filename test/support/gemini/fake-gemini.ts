import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import type { JsonObject } from '../../../src/lib/json.ts';
import { answersFromPassages } from './answers-from-passages.ts';
import { embeds } from './embeddings.ts';
import { refuses } from './refusals.ts';

/** A call as it arrived. */
export interface GeminiCall {
  /** From 1, in order of arrival. */
  readonly number: number;
  readonly method: 'streamGenerateContent' | 'batchEmbedContents';
  /** `gemini-…`, without `models/`. */
  readonly model: string;
  readonly apiKey: string | null;
  readonly body: JsonObject;
  /** Resolves when the call's connection is done with: `false` when the client left before its reply was whole. */
  readonly over: Promise<{ readonly answered: boolean }>;
}

/** A call with what its reply is written to. */
export interface Exchange {
  readonly call: GeminiCall;
  readonly response: ServerResponse;
  /** Aborts when the client leaves or the server closes: whatever paces a reply waits with it. */
  readonly signal: AbortSignal;
}

/** Answers one call: writes the head and the body, or breaks off on purpose. */
export type Reply = (exchange: Exchange) => void | Promise<void>;

export interface FakeGeminiOptions {
  /** Replies to generation; by default out of the passages of the prompt. */
  readonly generation?: Reply;
  /** Replies to embedding; by default vectors in which texts that share words are near. */
  readonly embedding?: Reply;
  /** The one key that is let in. Any when absent. */
  readonly apiKey?: string;
  readonly port?: number;
}

/**
 * A server that speaks the Gemini API over real sockets, and misbehaves when told to. Each reply has a connection of
 * its own, so that one that stays open is one that somebody forgot.
 */
export class FakeGemini implements AsyncDisposable {
  readonly url: string;
  readonly calls: GeminiCall[] = [];
  /** What the next calls get; change it at any time. */
  generation: Reply;
  embedding: Reply;
  readonly #server: Server;
  readonly #asked = new Set<Socket>();
  readonly #apiKey: string | undefined;
  readonly #changed = new Set<() => void>();
  readonly #closing = new AbortController();

  static async start(options: FakeGeminiOptions = {}): Promise<FakeGemini> {
    const server = createServer();
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(options.port ?? 0, '127.0.0.1', resolve);
    });
    return new FakeGemini(server, options);
  }

  private constructor(server: Server, options: FakeGeminiOptions) {
    this.#server = server;
    this.#apiKey = options.apiKey;
    this.generation = options.generation ?? answersFromPassages();
    this.embedding = options.embedding ?? embeds();
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    server.on('request', (request, response) => void this.#serve(request, response));
  }

  /**
   * Connections that were asked something and are still open. Node's `fetch` connects once more after an abort and
   * asks nothing there (nodejs/undici#5845); that is none of them.
   */
  get openSockets(): number {
    return this.#asked.size;
  }

  /** Resolves when so many calls have arrived since the start. */
  called(count = 1): Promise<void> {
    return this.#until(() => this.calls.length >= count);
  }

  /** Resolves when no connection that was asked something is open any more. */
  idle(): Promise<void> {
    return this.#until(() => this.#asked.size === 0);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.abort();
    const closed = new Promise((resolve) => this.#server.close(resolve));
    this.#server.closeAllConnections();
    await closed;
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.setHeader('connection', 'close');
    const { socket } = request;
    this.#asked.add(socket);
    socket.on('close', () => {
      this.#asked.delete(socket);
      this.#notify();
    });
    const gone = new AbortController();
    const over = new Promise<{ answered: boolean }>((resolve) => {
      response.on('close', () => {
        gone.abort();
        resolve({ answered: response.writableFinished });
      });
    });
    try {
      if (request.method === 'GET' && request.url === '/calls') {
        response.setHeader('content-type', 'application/json').end(JSON.stringify(this.#log()));
        return;
      }
      const body = await text(request);
      const signal = AbortSignal.any([gone.signal, this.#closing.signal]);
      await this.#reply(request, body, { response, signal, over });
    } catch (error) {
      // Leaving is the client's right, and closing the test's; anything else is a fault of the test.
      if (!gone.signal.aborted && !this.#closing.signal.aborted) response.destroy(error as Error);
    }
  }

  async #reply(
    { url = '', headers }: IncomingMessage,
    text: string,
    { over, ...rest }: Omit<Exchange, 'call'> & Pick<GeminiCall, 'over'>,
  ): Promise<void> {
    const [, model = '', method = ''] = /^\/v1beta\/models\/([^:/]+):(\w+)(?:\?|$)/.exec(url) ?? [];
    if (method !== 'streamGenerateContent' && method !== 'batchEmbedContents') {
      rest.response.writeHead(404).end();
      return;
    }
    const key = headers['x-goog-api-key'];
    const apiKey = typeof key === 'string' ? key : null;
    const body = JSON.parse(text) as JsonObject;
    const call: GeminiCall = { number: this.calls.length + 1, method, model, apiKey, body, over };
    this.calls.push(call);
    this.#notify();
    const reply = method === 'batchEmbedContents' ? this.embedding : this.generation;
    const known = this.#apiKey === undefined || this.#apiKey === apiKey;
    await (known ? reply : refuses.invalidKey)({ call, ...rest });
  }

  /** What another process reads. */
  #log() {
    const calls = this.calls.map(({ number, method, model, body }) => ({ number, method, model, body }));
    // The connection that asks is not counted.
    return { calls, openSockets: this.#asked.size - 1 };
  }

  async #until(reached: () => boolean): Promise<void> {
    while (!reached()) await new Promise<void>((resolve) => this.#changed.add(resolve));
  }

  #notify(): void {
    const waiting = [...this.#changed];
    this.#changed.clear();
    for (const resolve of waiting) resolve();
  }
}
