import type { Clock } from '../lib/clock.ts';
import type { Database } from '../store/database.ts';
import { deleteSession, getSession, listSessions, sessionQueries } from '../store/sessions.ts';
import type { SessionService } from './services.ts';
import type { TurnWorker } from './turn-worker.ts';

export interface SessionServiceDeps {
  readonly db: Database;
  readonly worker: TurnWorker;
  readonly clock: Clock;
}

export function createSessionService({ db, worker, clock }: SessionServiceDeps): SessionService {
  return {
    get: (sessionId, { workspaceId }) => getSession(db, sessionId, workspaceId),
    list: (options, { workspaceId }) => listSessions(db, workspaceId, options),
    queries: (sessionId, options, { workspaceId }) =>
      sessionQueries(db, sessionId, { ...options, workspaceId, now: clock.now() }),
    async delete(sessionId, { workspaceId }) {
      for (const queryId of await deleteSession(db, sessionId, workspaceId)) {
        worker.stop(queryId, 'lease_lost', 'the session was deleted');
      }
    },
  };
}
