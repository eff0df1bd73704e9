import type { Clock } from '../../lib/clock.ts';
import { encodeComment } from './frames.ts';

/** What a kind of stream says when it has nothing to say, and when it must go. */
export interface StreamDialect {
  readonly heartbeat: Uint8Array;
  readonly closing: Uint8Array;
}

export interface EventStreamsOptions {
  readonly clock: Pick<Clock, 'monotonic'>;
  /** Longest silence on a stream, in milliseconds. */
  readonly heartbeatMs: number;
  /** Called with what a source of frames threw; the stream itself ends as one that was cut. */
  readonly onError: (error: unknown) => void;
}

interface OpenStream {
  beat(now: number): void;
  close(): void;
}

/** Some browsers hold a response back until its first bytes. */
const OPENING = encodeComment('');

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
};

/**
 * The open server-sent event streams of a gateway. Frames are pulled, never pushed: a reader that stops reading stops
 * its source. One timer serves the heartbeats of all streams, and runs only while there are any.
 */
export class EventStreams {
  readonly #options: EventStreamsOptions;
  readonly #open = new Set<OpenStream>();
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(options: EventStreamsOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#open.size;
  }

  /**
   * Answers with the frames of `source`. `release` is called once, whichever way the stream ends, before the source's
   * `return`: a source that waits ends its wait on it.
   */
  respond(
    source: AsyncIterator<Uint8Array>,
    options: { readonly dialect: StreamDialect; readonly release: () => void; readonly headers?: HeadersInit },
  ): Response {
    const headers = new Headers(options.headers);
    for (const [name, value] of Object.entries(HEADERS)) headers.set(name, value);
    return new Response(this.#body(source, options.dialect, options.release), { headers });
  }

  /** Ends every stream with its closing signal; streams that are opened from now on end at once. */
  close(): void {
    this.#closed = true;
    for (const stream of this.#open) stream.close();
  }

  #body(source: AsyncIterator<Uint8Array>, dialect: StreamDialect, release: () => void): ReadableStream<Uint8Array> {
    const { clock, onError } = this.#options;
    let ended = false;
    let lastSent = clock.monotonic();
    let stream: OpenStream;

    const end = () => {
      if (ended) return;
      ended = true;
      this.#remove(stream);
      release();
      source.return?.().catch(onError);
    };
    const send = (controller: ReadableStreamDefaultController<Uint8Array>, bytes: Uint8Array) => {
      lastSent = clock.monotonic();
      controller.enqueue(bytes);
    };

    return new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          send(controller, OPENING);
          stream = {
            beat: (now) => {
              // One unread heartbeat at most: the queue of a stalled reader does not grow.
              if (now - lastSent >= this.#options.heartbeatMs * 0.75 && (controller.desiredSize ?? -1) >= 0) {
                send(controller, dialect.heartbeat);
              }
            },
            close: () => {
              controller.enqueue(dialect.closing);
              controller.close();
              end();
            },
          };
          this.#add(stream);
          if (this.#closed) stream.close();
        },
        pull: async (controller) => {
          let next: IteratorResult<Uint8Array>;
          try {
            next = await source.next();
          } catch (error) {
            if (ended) return;
            onError(error);
            controller.close();
            end();
            return;
          }
          if (ended) return;
          if (next.done !== true) {
            send(controller, next.value);
            return;
          }
          controller.close();
          end();
        },
        cancel: end,
      },
      { highWaterMark: 0 },
    );
  }

  #add(stream: OpenStream): void {
    this.#open.add(stream);
    this.#timer ??= setInterval(() => {
      const now = this.#options.clock.monotonic();
      for (const open of this.#open) open.beat(now);
    }, this.#options.heartbeatMs / 4);
  }

  #remove(stream: OpenStream): void {
    this.#open.delete(stream);
    if (this.#open.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}
