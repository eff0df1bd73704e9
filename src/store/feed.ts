import { isTerminal, type QueryEvent } from '../engine/events.ts';
import type { Clock } from '../lib/clock.ts';
import { abortable, StopError } from '../lib/signals.ts';
import { TURN_CHANNEL } from './channels.ts';
import type { Database } from './database.ts';
import { LogReader } from './log-reader.ts';
import { Tail } from './tail.ts';

export interface FeedOptions {
  readonly clock: Clock;
  /** Told of every read that failed and is tried again. */
  readonly onError: (error: unknown) => void;
  /** Events in one read of the log. */
  readonly pageSize?: number;
  /** Newest events of a followed turn that are kept for all its followers. */
  readonly window?: number;
  /** How late a lost notification is noticed. */
  readonly pollMs?: number;
}

/** Reads turns' logs as they grow, on whichever process they grow. */
export interface Feed extends AsyncDisposable {
  /**
   * The turn's events with `seq > after`, each once and in order, up to the terminal one; then it ends. Throws
   * `query_not_found` when the turn is, or gets, deleted, and the signal's reason when that aborts.
   */
  follow(queryId: string, after: number, signal: AbortSignal): AsyncGenerator<QueryEvent, void, undefined>;
  /** Iterations that are under way. */
  readonly followers: number;
  /** Turns whose log is being watched. */
  readonly tails: number;
}

interface Watch {
  readonly tail: Tail;
  /** Those who use the tail; it is let go with the last of them. */
  readonly followers: Set<AbortController>;
}

export async function createFeed(
  db: Database,
  { clock, onError, pageSize = 128, window = 256, pollMs = 5_000 }: FeedOptions,
): Promise<Feed> {
  const watches = new Map<string, Watch>();
  const followers = new Set<AbortController>();
  const closing = new AbortController();
  const reader = new LogReader(db, { clock, onError, pageSize, signal: closing.signal });

  const watch = (queryId: string, head: number, follower: AbortController): Tail => {
    let entry = watches.get(queryId);
    if (entry === undefined) {
      const tail = new Tail({ head, window, pageSize, read: (after) => reader.read(queryId, after) });
      entry = { tail, followers: new Set() };
      watches.set(queryId, entry);
      tail.ring(); // for what was written since the follower's own read
    }
    entry.followers.add(follower);
    return entry.tail;
  };

  const release = (queryId: string, follower: AbortController): void => {
    followers.delete(follower);
    const entry = watches.get(queryId);
    entry?.followers.delete(follower);
    if (entry?.followers.size === 0) watches.delete(queryId);
  };

  // One generator, not one that delegates to another: each layer costs every follower some promises an event.
  async function* follow(queryId: string, after: number, signal: AbortSignal): AsyncGenerator<QueryEvent, void> {
    closing.signal.throwIfAborted();
    signal.throwIfAborted();
    const stop = new AbortController();
    // At once, and not when the consumer comes back: one that is gone may never ask for another event.
    const onAbort = () => {
      release(queryId, stop);
      stop.abort(signal.reason);
    };
    signal.addEventListener('abort', onAbort, { once: true });
    followers.add(stop);
    try {
      let cursor = after;
      let tail = watches.has(queryId) ? watch(queryId, cursor, stop) : undefined;
      for (;;) {
        stop.signal.throwIfAborted();
        if (tail?.covers(cursor + 1)) {
          const event = tail.at(cursor + 1);
          if (event !== undefined) {
            cursor = event.seq;
            yield event;
            if (isTerminal(event.event)) return;
          } else if (tail.ended) {
            return;
          } else {
            await tail.changed(stop.signal);
          }
          continue;
        }
        // New here, or so slow that the tail let go of the next event: by cursor, until the log's end.
        const { events, over } = await abortable(reader.readShared(queryId, cursor), stop.signal);
        for (const event of events) {
          cursor = event.seq;
          yield event;
          stop.signal.throwIfAborted();
          if (isTerminal(event.event)) return;
        }
        if (events.length === pageSize) continue;
        if (over) return;
        tail ??= watch(queryId, cursor, stop);
      }
    } finally {
      signal.removeEventListener('abort', onAbort);
      release(queryId, stop);
    }
  }

  /** Looks whether a log grew and nobody was told. One statement, however many are watched. */
  const poll = async (): Promise<void> => {
    if (watches.size === 0) return;
    const rows = await db.prisma.$queryRaw<{ id: string; last_seq: number }[]>`
      SELECT id, last_seq FROM queries WHERE id = ANY(${[...watches.keys()]}::text[])`;
    const heads = new Map(rows.map((row) => [row.id, row.last_seq]));
    for (const [queryId, { tail }] of watches) if (heads.get(queryId) !== tail.head) tail.ring();
  };

  const keepPolling = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      await clock.sleep(pollMs, closing.signal).catch(() => {}); // rejects only when the feed closes
      if (!closing.signal.aborted) await poll().catch(onError);
    }
  };

  const doorbell = await db.listen(TURN_CHANNEL, (queryId) => {
    // Without a payload: notifications may have been lost.
    if (queryId === '') for (const { tail } of watches.values()) tail.ring();
    else watches.get(queryId)?.tail.ring();
  });
  const polling = keepPolling();

  return {
    follow,
    get followers() {
      return followers.size;
    },
    get tails() {
      return watches.size;
    },
    async [Symbol.asyncDispose]() {
      const reason = new StopError('shutdown', 'the gateway is shutting down');
      closing.abort(reason);
      for (const follower of followers) follower.abort(reason);
      await doorbell[Symbol.asyncDispose]();
      await polling;
    },
  };
}
