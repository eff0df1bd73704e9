import type { Database } from './database.ts';

/**
 * Some of the sources that are, or are about to be, readable in a context: evenly spread over their paths, in that
 * order, at most `limit`.
 */
export async function sampledSources(
  db: Database,
  contextId: string,
  limit: number,
): Promise<readonly { readonly path: string; readonly title: string }[]> {
  return db.prisma.$queryRaw<{ path: string; title: string }[]>`
    WITH readable AS (
      SELECT s.path, coalesce(d.title, s.title) AS title, row_number() OVER (ORDER BY s.path) - 1 AS place,
             greatest(1, count(*) OVER () / ${limit}::int) AS gap
        FROM sources s LEFT JOIN draft_sources d ON d.context_id = s.context_id AND d.source_id = s.id
       WHERE s.context_id = ${contextId} AND coalesce(d.status, s.status) = 'parsed'
    )
    SELECT path, title FROM readable WHERE place % gap = 0 ORDER BY place LIMIT ${limit}::int`;
}
