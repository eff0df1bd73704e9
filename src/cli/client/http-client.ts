import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';
import { ERROR_CODES, GatewayError } from '../../errors.ts';
import { systemClock } from '../../lib/clock.ts';
import { isJsonObject, type JsonObject } from '../../lib/json.ts';
import type {
  AskUpdate,
  Change,
  Client,
  ContextDetails,
  ContextSummary,
  CurationProgress,
  NewContext,
  Upload,
} from './client.ts';
import { followQuery } from './follow-query.ts';
import { readFrames } from './read-frames.ts';
import { toChange, toContextDetails, toContextSummary, toCurationProgress } from './wire.ts';

/** A gateway that is reached over its JSON binding. */
export class HttpClient implements Client {
  readonly place: string;
  readonly #base: URL;

  /** @param address Where the gateway listens, such as `http://127.0.0.1:4000`. */
  constructor(address: string) {
    this.place = address;
    this.#base = new URL('api/', address.endsWith('/') ? address : `${address}/`);
  }

  async listContexts(): Promise<readonly ContextSummary[]> {
    const { data } = await this.#json('contexts');
    return Array.isArray(data) ? data.map(toContextSummary) : [];
  }

  async showContext(slug: string): Promise<ContextDetails> {
    return toContextDetails(await this.#json(contextPath(slug)));
  }

  async createContext(context: NewContext): Promise<ContextSummary> {
    return toContextSummary(await this.#json('contexts', jsonBody({ ...context })));
  }

  async deleteContext(slug: string): Promise<void> {
    await this.#fetch(contextPath(slug), { method: 'DELETE' });
  }

  async addSource(slug: string, { path, file }: Upload): Promise<Change> {
    const form = new FormData();
    // A field of its own: a form escapes quotes in file names, and nobody unescapes them.
    form.append('path', path);
    form.append('file', await openAsBlob(file), basename(path));
    const { data } = await this.#json(`${contextPath(slug)}/sources`, { method: 'POST', body: form });
    return toChange(Array.isArray(data) ? data[0] : undefined);
  }

  async *curate(slug: string): AsyncIterable<CurationProgress> {
    const response = await this.#fetch(`${contextPath(slug)}/curate`, {
      method: 'POST',
      headers: { accept: 'text/event-stream' },
    });
    if (response.body === null) return;
    for await (const { event, data } of readFrames(response.body)) {
      // Among them come heartbeats, and a closing frame when the gateway shuts down.
      if (event.startsWith('curation')) yield toCurationProgress(JSON.parse(data));
    }
  }

  async *ask(document: JsonObject, signal: AbortSignal): AsyncIterable<AskUpdate> {
    const submission = jsonBody({ ...document, stream: true });
    const response = await this.#fetch('query', { ...submission, signal });
    const resume = (queryId: string, after: number) =>
      this.#send(`queries/${encodeURIComponent(queryId)}/events?after=${after}`, { signal });
    yield* followQuery(response, resume, { signal, clock: systemClock });
  }

  async cancel(queryId: string): Promise<void> {
    await this.#fetch(`queries/${encodeURIComponent(queryId)}/cancel`, { method: 'POST' });
  }

  async [Symbol.asyncDispose](): Promise<void> {}

  async #json(path: string, init?: RequestInit): Promise<JsonObject> {
    const response = await this.#fetch(path, init);
    const body: unknown = await response.json();
    if (!isJsonObject(body)) throw new GatewayError('internal', `${this.place} answered with something unexpected.`);
    return body;
  }

  /** @throws GatewayError for every answer that is not a success, and where nothing answers. */
  async #fetch(path: string, init: RequestInit = {}): Promise<Response> {
    return this.#send(path, init).catch((cause: unknown) => {
      init.signal?.throwIfAborted();
      if (cause instanceof GatewayError) throw cause;
      const message = `No gateway answers at ${this.place}. Start one with: knowql serve`;
      throw new GatewayError('bad_request', message, { cause });
    });
  }

  /** @throws GatewayError for every answer that is not a success; what fetch throws where nothing answers. */
  async #send(path: string, init: RequestInit): Promise<Response> {
    const response = await fetch(new URL(path, this.#base), init);
    if (response.ok) return response;
    throw await toError(response);
  }
}

const contextPath = (slug: string) => `contexts/${encodeURIComponent(slug)}`;

function jsonBody(body: JsonObject): RequestInit {
  return { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

async function toError(response: Response): Promise<GatewayError> {
  const text = await response.text();
  const error = parseEnvelope(text);
  const code = ERROR_CODES.find((known) => known === error?.['code']) ?? 'internal';
  const message = error?.['message'];
  const field = error?.['field'];
  return new GatewayError(
    code,
    typeof message === 'string' ? message : `The gateway answered ${response.status} ${response.statusText}.`,
    {
      ...(typeof field === 'string' ? { field } : {}),
      ...(response.headers.has('retry-after') ? { retryable: true } : {}),
    },
  );
}

function parseEnvelope(text: string): JsonObject | undefined {
  try {
    const body: unknown = JSON.parse(text);
    return isJsonObject(body) && isJsonObject(body['error']) ? body['error'] : undefined;
  } catch {
    return undefined; // a proxy's page, not the gateway's envelope: the status says all there is
  }
}
