import type { Clock } from '../lib/clock.ts';
import type { Database } from './database.ts';
import { type LogPage, readEvents } from './event-log.ts';
import { queryNotFound } from './not-found.ts';

export interface LogReaderOptions {
  readonly clock: Clock;
  /** Told of every read that failed and is tried again. */
  readonly onError: (error: unknown) => void;
  readonly pageSize: number;
  /** Ends the trying. */
  readonly signal: AbortSignal;
}

const FIRST_RETRY_MS = 100;
const LONGEST_RETRY_MS = 5_000;

/** Reads pages of turns' logs, over restarts of the database. */
export class LogReader {
  readonly #db: Database;
  readonly #options: LogReaderOptions;
  readonly #shared = new Map<string, Promise<LogPage>>();

  constructor(db: Database, options: LogReaderOptions) {
    this.#db = db;
    this.#options = options;
  }

  /**
   * The next events after `after`, as they stand now. Tries until the database answers.
   * @throws GatewayError `query_not_found`; the signal's reason.
   */
  async read(queryId: string, after: number): Promise<LogPage> {
    const { clock, onError, pageSize, signal } = this.#options;
    for (let wait = FIRST_RETRY_MS; ; wait = Math.min(wait * 2, LONGEST_RETRY_MS)) {
      signal.throwIfAborted();
      let page: LogPage | undefined;
      try {
        page = await readEvents(this.#db, queryId, { after, limit: pageSize });
      } catch (error) {
        onError(error);
        await clock.sleep(wait, signal);
        continue;
      }
      if (page === undefined) throw queryNotFound(queryId);
      return page;
    }
  }

  /** Like `read`, as one statement for all who ask for the same page at once. May miss what was written meanwhile. */
  readShared(queryId: string, after: number): Promise<LogPage> {
    const key = `${queryId} ${after}`;
    let page = this.#shared.get(key);
    if (page === undefined) {
      page = this.read(queryId, after).finally(() => this.#shared.delete(key));
      this.#shared.set(key, page);
    }
    return page;
  }
}
