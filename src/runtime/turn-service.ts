import { GatewayError } from '../errors.ts';
import type { Query } from '../knowql/query.ts';
import type { Clock } from '../lib/clock.ts';
import type { IdFactory } from '../lib/ids.ts';
import { requestCancel } from '../store/cancel-turn.ts';
import type { Database } from '../store/database.ts';
import type { Feed } from '../store/feed.ts';
import { recordFeedback } from '../store/feedback.ts';
import { insertTurn } from '../store/insert-turn.ts';
import { queryNotFound } from '../store/not-found.ts';
import { getTrace, getTurn, turnHead } from '../store/turns.ts';
import type { Lifecycle } from './lifecycle.ts';
import type { TurnService, Viewer } from './services.ts';
import { type AdmissionDeps, admitTurn } from './turn-admission.ts';
import type { TurnWorker } from './turn-worker.ts';

export interface TurnServiceDeps extends AdmissionDeps {
  readonly db: Database;
  readonly feed: Feed;
  readonly worker: TurnWorker;
  readonly clock: Clock;
  readonly newId: IdFactory;
  readonly lifecycle: Lifecycle;
  /** How long a cancel waits for the turn's end before it answers with the turn as it stands. */
  readonly cancelPatienceMs: number;
}

export function createTurnService(deps: TurnServiceDeps): TurnService {
  const { db, feed, worker, clock, newId, lifecycle } = deps;

  const get = (queryId: string, { workspaceId }: Viewer): Promise<Query> =>
    getTurn(db, queryId, { workspaceId, now: clock.now() });

  const headOf = async (queryId: string, { workspaceId }: Viewer) => {
    const head = await turnHead(db, queryId, workspaceId);
    if (head === undefined) throw queryNotFound(queryId);
    return head;
  };

  return {
    get,

    async submit(request, options) {
      const { viewer } = options;
      const admitted = await admitTurn(request, options, deps);
      const background = request.background === true;
      const id = newId('qry');
      const sessionId = admitted.sessionId ?? newId('ses');
      const inserted = await insertTurn(db, {
        ...admitted,
        id,
        sessionId,
        lease: background ? null : worker.lease(),
        createdAt: clock.now(),
      });
      if (inserted.kind === 'replayed') return get(inserted.queryId, viewer);

      lifecycle.emit('turn:accepted', { queryId: id, sessionId });
      if (background) worker.claim();
      else worker.start({ queryId: id, workspaceId: viewer.workspaceId, sessionId, request });
      return inserted.query;
    },

    async wait(queryId, viewer, signal) {
      const { running, lastSeq } = await headOf(queryId, viewer);
      if (running) for await (const _event of feed.follow(queryId, lastSeq, signal)) signal.throwIfAborted();
      signal.throwIfAborted();
      return get(queryId, viewer);
    },

    async follow(queryId, after, viewer, signal) {
      const { lastSeq } = await headOf(queryId, viewer);
      if (!Number.isInteger(after) || after < 0 || after > lastSeq) {
        throw new GatewayError(
          'bad_request',
          `after must be a whole number from 0 to ${lastSeq}, the last event so far; 0 reads from the start.`,
          { field: 'after', queryId },
        );
      }
      return feed.follow(queryId, after, signal);
    },

    async cancel(queryId, viewer) {
      const message = 'The turn was cancelled before it began.';
      const outcome = await requestCancel(db, { queryId, workspaceId: viewer.workspaceId, message });
      // Where it runs in this process it hears of it now; elsewhere, by the notification.
      if (outcome === 'requested') worker.stop(queryId, 'cancelled', 'the turn was cancelled');
      const patience = AbortSignal.timeout(deps.cancelPatienceMs);
      try {
        return await this.wait(queryId, viewer, patience);
      } catch (error) {
        if (!patience.aborted) throw error;
        // Its worker does not answer. The wish stands; the turn ends with it, or with the worker's lease.
        return get(queryId, viewer);
      }
    },

    async recordFeedback(queryId, feedback, viewer) {
      await headOf(queryId, viewer);
      await recordFeedback(db, { queryId, feedback, now: clock.now() });
      return get(queryId, viewer);
    },

    trace: (queryId, { workspaceId }) => getTrace(db, queryId, workspaceId),
  };
}
