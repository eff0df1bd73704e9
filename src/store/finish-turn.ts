import type { TurnEvent } from '../engine/events.ts';
import type { Query } from '../knowql/query.ts';
import type { Database } from './database.ts';
import { endTurn } from './end-turn.ts';
import { type Lease, leaseLost } from './lease.ts';
import { Prisma } from './prisma/client.ts';

/**
 * Ends a turn that this worker runs. The last of `events` is terminal.
 * @throws StopError `lease_lost` when the worker does not hold the turn any more; then nothing was written.
 */
export async function finishTurn(db: Database, lease: Lease, events: readonly TurnEvent[]): Promise<Query> {
  const guard = Prisma.sql`lease_owner = ${lease.owner}`;
  const query = await endTurn(db, { queryId: lease.queryId, guard, events: () => events });
  if (query === undefined) throw leaseLost(lease);
  return query;
}
