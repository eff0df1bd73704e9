import type { Vigilance } from '../../../src/runtime/open-runtime.ts';
import type { Database } from '../../../src/store/database.ts';

/** Looks often for what has died. Its leases outlast any test: a busy machine takes no turn of its own for dead. */
export const VIGILANT: Vigilance = { leaseMs: 3_600_000, heartbeatMs: 500, reapMs: 500 };

/** Lets the lease of a turn that nobody runs any more be over, of all such turns when none is named. */
export async function endLeases({ prisma }: Database, queryId?: string): Promise<void> {
  const id = queryId === undefined ? {} : { id: queryId };
  await prisma.query.updateMany({
    where: { ...id, status: 'in_progress', leaseExpiresAt: { not: null } },
    data: { leaseExpiresAt: new Date(0) },
  });
}
