import { randomBytes } from 'node:crypto';
import { GatewayError } from '../../errors.ts';
import type { Viewer } from '../../runtime/services.ts';
import { readJsonObject } from '../body.ts';
import type { EventStreams } from '../sse/event-streams.ts';
import type { Executor } from './executor.ts';
import { toOperationParams } from './operation-params.ts';
import { GRAPHQL_DIALECT } from './result-frames.ts';
import { SharedStream } from './shared-stream.ts';

const TOKEN_HEADER = 'x-graphql-event-stream-token';
/** Reservations of a workspace that may wait for their connection at one time. */
const MAX_RESERVED = 1_000;

export interface SingleConnectionsOptions {
  readonly executor: Executor;
  readonly streams: EventStreams;
  /** How long a reservation waits for its connection, in milliseconds. */
  readonly reservationMs: number;
  readonly onError: (error: unknown) => void;
}

/** GraphQL over one event stream for many operations (docs/protocol.md §6). */
export class SingleConnections {
  readonly #options: SingleConnectionsOptions;
  readonly #streams = new Map<string, SharedStream>();
  readonly #expiries = new Map<string, NodeJS.Timeout>();

  constructor(options: SingleConnectionsOptions) {
    this.#options = options;
  }

  /** Reserved and open connections, and the operations on them. */
  get counts(): { readonly connections: number; readonly operations: number } {
    let operations = 0;
    for (const stream of this.#streams.values()) operations += stream.operations;
    return { connections: this.#streams.size, operations };
  }

  /** The token that a request names; without one it belongs to the distinct mode. */
  tokenOf(request: Request): string | null {
    return request.headers.get(TOKEN_HEADER) ?? new URL(request.url).searchParams.get('token');
  }

  reserve(viewer: Viewer): Response {
    if (this.#expiries.size >= MAX_RESERVED) {
      throw new GatewayError('rate_limited', 'Too many reserved streams wait for their connection; open or drop some.');
    }
    const token = randomBytes(16).toString('base64url');
    this.#streams.set(token, new SharedStream(viewer, this.#options.onError));
    this.#expiries.set(
      token,
      setTimeout(() => this.#drop(token), this.#options.reservationMs),
    );
    return new Response(token, { status: 201, headers: { 'content-type': 'text/plain; charset=utf-8' } });
  }

  open(token: string, viewer: Viewer): Response {
    const stream = this.#find(token, viewer);
    if (stream.opened) return plainErrors(409, 'The stream is open already: a token serves one connection.');
    stream.opened = true;
    clearTimeout(this.#expiries.get(token));
    this.#expiries.delete(token);
    return this.#options.streams.respond(stream.frames, { dialect: GRAPHQL_DIALECT, release: () => this.#drop(token) });
  }

  async run(token: string, request: Request, viewer: Viewer): Promise<Response> {
    const stream = this.#find(token, viewer);
    const params = toOperationParams(await readJsonObject(request));
    const id = params.extensions?.['operationId'];
    if (typeof id !== 'string' || id === '') {
      throw new GatewayError('bad_request', 'Name the operation on the stream.', { field: 'extensions.operationId' });
    }
    if (stream.has(id)) return plainErrors(409, 'An operation of that id is running on this stream.');

    const operation = stream.start(id);
    try {
      const outcome = await this.#options.executor.execute(params, { viewer, operation });
      void stream.carry(id, operation, outcome);
    } catch (error) {
      stream.stop(id);
      throw error;
    }
    return new Response(null, { status: 202 });
  }

  stop(token: string, request: Request, viewer: Viewer): Response {
    const id = new URL(request.url).searchParams.get('operationId');
    if (id === null || id === '') {
      throw new GatewayError('bad_request', 'Name the operation to end.', { field: 'operationId' });
    }
    this.#find(token, viewer).stop(id);
    return new Response(null, { status: 200 });
  }

  /** Ends reservations; the open connections end with their event streams. */
  close(): void {
    for (const token of this.#expiries.keys()) this.#drop(token);
  }

  #find(token: string, viewer: Viewer): SharedStream {
    const stream = this.#streams.get(token);
    // A stranger's token is worded like one that never was.
    if (stream === undefined || stream.viewer.workspaceId !== viewer.workspaceId) throw new UnknownStream();
    return stream;
  }

  #drop(token: string): void {
    clearTimeout(this.#expiries.get(token));
    this.#expiries.delete(token);
    this.#streams.get(token)?.end();
    this.#streams.delete(token);
  }
}

/** Answered 404 in the words of the protocol; no code of the closed list means it. */
export class UnknownStream extends Error {
  override readonly name = 'UnknownStream';
}

export function plainErrors(status: number, message: string): Response {
  return Response.json({ errors: [{ message, extensions: { code: 'bad_request' } }] }, { status });
}
