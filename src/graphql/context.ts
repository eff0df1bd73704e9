import type { Clock } from '../lib/clock.ts';
import type { Services, Viewer } from '../runtime/services.ts';
import type { Database } from '../store/database.ts';

/** What every resolver gets. One for each operation; a subscription keeps its own until it ends. */
export interface GraphQLContext {
  readonly services: Services;
  /** Whatever a resolver reads from `database` is filtered by the viewer's workspace. */
  readonly viewer: Viewer;
  readonly database: Database;
  readonly clock: Pick<Clock, 'now'>;
  /** Aborts when the client is gone. */
  readonly signal: AbortSignal;
}
