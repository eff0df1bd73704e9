import type { QueryEvent } from '../../engine/events.ts';
import { toWireEvent } from '../../engine/wire-event.ts';
import { encodeFrame } from '../sse/frames.ts';

/** Bytes that one read takes at most; a late follower gets a long log in several. */
const MAX_CHUNK_BYTES = 65_536;

/**
 * The frames of one turn, encoded once for everybody who follows it. Followers are cursors into it: a slow one holds
 * nothing back and nothing of its own.
 */
export class SharedLog {
  readonly #frames: Uint8Array[] = [];
  readonly #waiting = new Set<() => void>();
  #last: Uint8Array | undefined;
  #failure: { readonly error: unknown } | undefined;
  #waking = false;
  /** What the followers who are level with each other read together. */
  #chunk: { readonly from: number; readonly to: number; readonly bytes: Uint8Array } | undefined;

  /** Events in it so far. */
  get length(): number {
    return this.#frames.length;
  }

  /** Whether the last event and the closing frame are in it. */
  get complete(): boolean {
    return this.#last !== undefined;
  }

  /** Followers that wait for more. */
  get waiting(): number {
    return this.#waiting.size;
  }

  add(event: QueryEvent): void {
    const data = JSON.stringify(toWireEvent(event));
    this.#frames.push(encodeFrame({ id: event.seq, event: event.event.type, data }));
    this.#wake();
  }

  finish(last: Uint8Array): void {
    this.#last = last;
    this.#wake();
  }

  fail(error: unknown): void {
    this.#failure = { error };
    this.#wake();
  }

  /** The frames after `after`, live, then the closing one. Rejects with what `fail` was told. */
  read(after: number): AsyncIterator<Uint8Array> {
    let cursor = after;
    let done = false;
    let stopWaiting = () => {};
    return {
      next: async () => {
        while (!done) {
          if (cursor < this.#frames.length) {
            const { to, bytes } = this.#chunkFrom(cursor);
            cursor = to;
            return { done: false, value: bytes };
          }
          if (this.#last !== undefined) {
            done = true;
            return { done: false, value: this.#last };
          }
          if (this.#failure !== undefined) throw this.#failure.error;
          await new Promise<void>((resolve) => {
            stopWaiting = () => {
              this.#waiting.delete(stopWaiting);
              resolve();
            };
            this.#waiting.add(stopWaiting);
          });
        }
        return { done: true, value: undefined };
      },
      return: async () => {
        done = true;
        stopWaiting();
        return { done: true, value: undefined };
      },
    };
  }

  #chunkFrom(from: number): { readonly to: number; readonly bytes: Uint8Array } {
    if (this.#chunk?.from === from && this.#chunk.to === this.#frames.length) return this.#chunk;
    let to = from;
    let size = 0;
    while (to < this.#frames.length && size < MAX_CHUNK_BYTES) {
      size += this.#frames[to]?.byteLength ?? 0;
      to += 1;
    }
    const bytes = to === from + 1 ? (this.#frames[from] as Uint8Array) : Buffer.concat(this.#frames.slice(from, to));
    this.#chunk = { from, to, bytes };
    return this.#chunk;
  }

  /** Events that were written together are read together: whoever waits is woken once for all of them. */
  #wake(): void {
    if (this.#waking || this.#waiting.size === 0) return;
    this.#waking = true;
    setImmediate(() => {
      this.#waking = false;
      for (const resume of this.#waiting) resume();
    });
  }
}
