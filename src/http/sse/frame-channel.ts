import { abortable } from '../../lib/signals.ts';

/**
 * Frames of several writers for one reader. Bounded: a writer waits while `capacity` frames are unread, so that a
 * reader that stops reading stops its writers instead of filling memory.
 */
export class FrameChannel implements AsyncIterator<Uint8Array> {
  readonly #capacity: number;
  readonly #frames: Uint8Array[] = [];
  #closed = false;
  #reader: (() => void) | undefined;
  #room = deferred();

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** Resolves when the frame is in; rejects with the signal's reason when it aborts first. A closed channel swallows. */
  async write(frame: Uint8Array, signal: AbortSignal): Promise<void> {
    while (this.#frames.length >= this.#capacity && !this.#closed) await abortable(this.#room.promise, signal);
    if (this.#closed) return;
    this.#frames.push(frame);
    this.#reader?.();
  }

  async next(): Promise<IteratorResult<Uint8Array>> {
    for (;;) {
      const frame = this.#frames.shift();
      if (frame !== undefined) {
        if (this.#frames.length === this.#capacity - 1) this.#makeRoom();
        return { done: false, value: frame };
      }
      if (this.#closed) return { done: true, value: undefined };
      await new Promise<void>((resolve) => {
        this.#reader = resolve;
      });
      this.#reader = undefined;
    }
  }

  async return(): Promise<IteratorResult<Uint8Array>> {
    this.#closed = true;
    this.#frames.length = 0;
    this.#reader?.();
    this.#makeRoom();
    return { done: true, value: undefined };
  }

  #makeRoom(): void {
    const { resolve } = this.#room;
    this.#room = deferred();
    resolve();
  }
}

function deferred(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = () => {};
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
