import { toCanonical } from '../../knowql/canonical.ts';
import { StopError } from '../../lib/signals.ts';
import type { TurnService, Viewer } from '../../runtime/services.ts';
import { encodeFrame } from '../sse/frames.ts';
import { SharedLog } from './shared-log.ts';

interface FollowedTurn {
  readonly log: SharedLog;
  readonly stop: AbortController;
  /** Its events; rejects when the turn is not the viewer's to see. */
  readonly opened: ReturnType<TurnService['follow']>;
  followers: number;
}

/** The turns that are being followed over the JSON binding, each read from its log once (docs/protocol.md §8.2). */
export class TurnFrames {
  readonly #turns: TurnService;
  readonly #followed = new Map<string, FollowedTurn>();

  constructor(turns: TurnService) {
    this.#turns = turns;
  }

  /** Turns that are read from their log at this moment. */
  get size(): number {
    return this.#followed.size;
  }

  /**
   * Frames with `seq > after`. `release` must be called when they are not wanted any more.
   * @throws GatewayError `query_not_found`, or `bad_request` for a cursor beyond the log's end
   */
  async follow(
    queryId: string,
    after: number,
    viewer: Viewer,
  ): Promise<{ readonly frames: AsyncIterator<Uint8Array>; readonly release: () => void }> {
    // One turn is followed apart for each workspace, so that nobody joins what he could not open.
    const key = `${viewer.workspaceId} ${queryId}`;
    const turn = this.#followed.get(key) ?? this.#open(key, queryId, viewer);
    turn.followers += 1;
    let released = false;
    const release = () => {
      if (released) return;
      released = true;
      turn.followers -= 1;
      if (turn.followers === 0) this.#close(key, turn);
    };
    try {
      await turn.opened;
      if (after > turn.log.length) await this.#checkCursor(queryId, after, viewer);
    } catch (error) {
      release();
      throw error;
    }
    return { frames: turn.log.read(after), release };
  }

  #open(key: string, queryId: string, viewer: Viewer): FollowedTurn {
    const log = new SharedLog();
    const stop = new AbortController();
    const opened = this.#turns.follow(queryId, 0, viewer, stop.signal);
    const turn = { log, stop, opened, followers: 0 };
    this.#followed.set(key, turn);
    void this.#pump(queryId, viewer, turn);
    return turn;
  }

  async #pump(queryId: string, viewer: Viewer, { log, opened }: Pick<FollowedTurn, 'log' | 'opened'>): Promise<void> {
    try {
      for await (const event of await opened) log.add(event);
      const query = toCanonical('Query', await this.#turns.get(queryId, viewer));
      log.finish(encodeFrame({ event: 'query', data: JSON.stringify(query) }));
    } catch (error) {
      log.fail(error);
    }
  }

  /** What was read so far may not be all that there is: the turn's own log knows whether the cursor is in it. */
  async #checkCursor(queryId: string, after: number, viewer: Viewer): Promise<void> {
    const check = new AbortController();
    await this.#turns.follow(queryId, after, viewer, check.signal);
    check.abort(new StopError('disconnected', 'only the cursor was of interest'));
  }

  #close(key: string, turn: FollowedTurn): void {
    if (this.#followed.get(key) === turn) this.#followed.delete(key);
    turn.stop.abort(new StopError('disconnected', 'nobody follows the turn any more'));
  }
}
