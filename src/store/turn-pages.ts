import type { Database } from './database.ts';
import { Prisma } from './prisma/client.ts';

/** Up to `limit` of a session's turns: from its start or after a place, from its end or before one when backward. */
export interface TurnPage {
  readonly limit: number;
  readonly from?: { readonly createdAt: Date; readonly id: string };
  readonly backward: boolean;
}

export interface TurnPlace {
  readonly id: string;
  readonly sessionId: string;
  readonly createdAt: Date;
}

/**
 * The same page of each of several sessions, in the direction of the page, in one statement that reads no more rows
 * than it returns. One more than `limit` tells that there is more.
 */
export async function turnPages(
  db: Database,
  workspaceId: string,
  sessionIds: readonly string[],
  { limit, from, backward }: TurnPage,
): Promise<readonly TurnPlace[]> {
  const order = backward ? Prisma.sql`"created_at" DESC, "id" DESC` : Prisma.sql`"created_at", "id"`;
  const beyond = backward ? Prisma.sql`<` : Prisma.sql`>`;
  const start =
    from === undefined
      ? Prisma.empty
      : Prisma.sql`AND ("created_at", "id") ${beyond} (${from.createdAt}::timestamptz, ${from.id})`;
  return db.prisma.$queryRaw<TurnPlace[]>`
    SELECT "turn"."id", "turn"."session_id" AS "sessionId", "turn"."created_at" AS "createdAt"
    FROM unnest(${[...sessionIds]}::text[]) AS "wanted"("session_id")
    CROSS JOIN LATERAL (
      SELECT "id", "session_id", "created_at" FROM "queries"
      WHERE "session_id" = "wanted"."session_id" AND "workspace_id" = ${workspaceId} ${start}
      ORDER BY ${order} LIMIT ${limit + 1}
    ) AS "turn"
    ORDER BY ${order}`;
}

/** How many turns each session has; sessions without any are left out. */
export async function turnCounts(
  db: Database,
  workspaceId: string,
  sessionIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const groups = await db.prisma.query.groupBy({
    by: ['sessionId'],
    where: { workspaceId, sessionId: { in: [...sessionIds] } },
    _count: { _all: true },
  });
  return new Map(groups.map(({ sessionId, _count }) => [sessionId, _count._all]));
}
