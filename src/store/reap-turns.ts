import type { Query } from '../knowql/query.ts';
import type { Database } from './database.ts';
import { endTurn, stoppedFromOutside } from './end-turn.ts';
import { Prisma } from './prisma/client.ts';

export interface ReapOptions {
  readonly now: Date;
  /** What the `error` of the ended turns says. */
  readonly message: string;
  /**
   * A worker besides which there is none on this database: whatever another one holds is ended too, its lease not
   * waited for.
   */
  readonly onlyWorker?: string;
}

/**
 * Ends as failed every turn whose worker let its lease run out, and returns them. Any number of processes may do
 * this at once: each turn is ended, and returned, by one of them.
 */
export async function reapTurns(db: Database, { now, message, onlyWorker }: ReapOptions): Promise<readonly Query[]> {
  const expiredLease = Prisma.sql`lease_expires_at <= ${now}::timestamptz`;
  const guard = onlyWorker === undefined ? expiredLease : Prisma.sql`(${expiredLease} OR lease_owner <> ${onlyWorker})`;
  const abandoned = await db.prisma.$queryRaw<{ id: string }[]>`
    SELECT id FROM queries WHERE status = 'in_progress' AND ${guard} ORDER BY lease_expires_at, id`;
  const reaped: Query[] = [];
  for (const { id } of abandoned) {
    const query = await endTurn(db, {
      queryId: id,
      guard,
      events: (state, startedAt) =>
        stoppedFromOutside(state, 'response.failed', {
          error: message,
          runtimeMs: startedAt === null ? 0 : Math.max(0, now.getTime() - startedAt.getTime()),
        }),
    });
    if (query !== undefined) reaped.push(query);
  }
  return reaped;
}
