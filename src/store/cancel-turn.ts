import { CANCEL_CHANNEL } from './channels.ts';
import type { Database } from './database.ts';
import { endTurn, stoppedFromOutside } from './end-turn.ts';
import { queryNotFound } from './not-found.ts';
import { Prisma } from './prisma/client.ts';

export interface CancelOptions {
  readonly queryId: string;
  readonly workspaceId: string;
  /** What the turn's `error` says if it is ended here. */
  readonly message: string;
}

/**
 * Asks a turn to stop. One that still waits for a worker ends at once (`cancelled`), a running one is marked and its
 * worker called (`requested`), one that is over stays as it is (`terminal`).
 * @throws GatewayError `query_not_found`.
 */
export async function requestCancel(
  db: Database,
  { queryId, workspaceId, message }: CancelOptions,
): Promise<'cancelled' | 'requested' | 'terminal'> {
  const cancelled = await endTurn(db, {
    queryId,
    guard: Prisma.sql`workspace_id = ${workspaceId} AND lease_owner IS NULL`,
    events: (state) => stoppedFromOutside(state, 'response.cancelled', { error: message, runtimeMs: 0 }),
  });
  if (cancelled !== undefined) return 'cancelled';

  const [marked] = await db.prisma.$queryRaw<{ rung: string }[]>`
    WITH marked AS (
      UPDATE queries SET cancel_requested = true
       WHERE id = ${queryId} AND workspace_id = ${workspaceId} AND status = 'in_progress'
      RETURNING id
    )
    SELECT pg_notify(${CANCEL_CHANNEL}, id)::text AS rung FROM marked`;
  if (marked !== undefined) return 'requested';

  const known = await db.prisma.query.findFirst({ where: { id: queryId, workspaceId }, select: { id: true } });
  if (known === null) throw queryNotFound(queryId);
  return 'terminal';
}
