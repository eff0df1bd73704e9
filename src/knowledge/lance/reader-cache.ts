import type { IndexReader } from './index-reader.ts';

interface Entry<R> {
  readonly reader: Promise<R>;
  users: number;
  dropped: boolean;
}

/** A reader on loan; disposing it gives it back. */
export interface ReaderLoan<R = IndexReader> extends Disposable {
  readonly reader: R;
}

/**
 * Readers that are kept open between turns: a bounded number, the one that was lent longest ago goes first. A reader
 * that is out of the cache stays open until the last turn that holds it gives it back.
 */
export class ReaderCache<R extends Disposable = IndexReader> implements Disposable {
  readonly #open: (contextId: string, version: number) => Promise<R>;
  readonly #capacity: number;
  readonly #entries = new Map<string, Entry<R>>();

  constructor(open: (contextId: string, version: number) => Promise<R>, capacity: number) {
    this.#open = open;
    this.#capacity = capacity;
  }

  async borrow(contextId: string, version: number): Promise<ReaderLoan<R>> {
    const key = `${contextId}@${version}`;
    const entry = this.#entries.get(key) ?? { reader: this.#open(contextId, version), users: 0, dropped: false };
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    entry.users += 1;
    try {
      const reader = await entry.reader;
      this.#shrink();
      return { reader, [Symbol.dispose]: once(() => this.#giveBack(entry)) };
    } catch (error) {
      // One that did not open is tried again the next time it is wanted.
      if (this.#entries.get(key) === entry) this.#entries.delete(key);
      throw error;
    }
  }

  /** Forgets a context's readers, all of them without an id. */
  drop(contextId?: string): void {
    for (const [key, entry] of this.#entries) {
      if (contextId === undefined || key.startsWith(`${contextId}@`)) this.#remove(key, entry);
    }
  }

  [Symbol.dispose](): void {
    this.drop();
  }

  #shrink(): void {
    for (const [key, entry] of this.#entries) {
      if (this.#entries.size <= this.#capacity) return;
      this.#remove(key, entry);
    }
  }

  #remove(key: string, entry: Entry<R>): void {
    this.#entries.delete(key);
    entry.dropped = true;
    if (entry.users === 0) close(entry);
  }

  #giveBack(entry: Entry<R>): void {
    entry.users -= 1;
    if (entry.dropped && entry.users === 0) close(entry);
  }
}

function close(entry: Entry<Disposable>): void {
  // A reader that never opened has nothing to close; whoever asked for it was told.
  entry.reader.then((reader) => reader[Symbol.dispose]()).catch(() => {});
}

function once(action: () => void): () => void {
  let done = false;
  return () => {
    if (done) return;
    done = true;
    action();
  };
}
