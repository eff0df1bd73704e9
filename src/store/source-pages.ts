import type { Database } from './database.ts';
import { Prisma } from './prisma/client.ts';

/** Up to `limit` of a context's sources by path: from the first or after one, from the last or before one when backward. */
export interface SourcePage {
  readonly limit: number;
  readonly from?: { readonly path: string };
  readonly backward: boolean;
}

/**
 * Ids of the same page of each of several contexts, in the direction of the page, in one statement that reads no more
 * rows than it returns. One more than `limit` tells that there is more. The contexts are the caller's to have checked.
 */
export async function sourcePages(
  db: Database,
  contextIds: readonly string[],
  { limit, from, backward }: SourcePage,
): Promise<readonly { readonly id: string }[]> {
  const order = backward ? Prisma.sql`"path" DESC` : Prisma.sql`"path"`;
  const beyond = backward ? Prisma.sql`<` : Prisma.sql`>`;
  const start = from === undefined ? Prisma.empty : Prisma.sql`AND "path" ${beyond} ${from.path}`;
  return db.prisma.$queryRaw<{ id: string }[]>`
    SELECT "source"."id"
    FROM unnest(${[...contextIds]}::text[]) AS "wanted"("context_id")
    CROSS JOIN LATERAL (
      SELECT "id", "path" FROM "sources"
      WHERE "context_id" = "wanted"."context_id" ${start}
      ORDER BY ${order} LIMIT ${limit + 1}
    ) AS "source"
    ORDER BY ${order}`;
}
