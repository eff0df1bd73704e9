import { fold } from '../engine/fold.ts';
import type { HistoryTurn } from '../engine/ports/compose.ts';
import type { Query, Trace } from '../knowql/query.ts';
import type { Database } from './database.ts';
import { readLogs } from './event-log.ts';
import { queryNotFound } from './not-found.ts';
import type { Prisma } from './prisma/client.ts';
import { QUERY_INCLUDE, type QueryRow, toFeedback, toHistoryTurn, toQuery } from './to-domain.ts';

export interface ReadOptions {
  readonly workspaceId: string;
  /** A running turn's `runtimeMs` counts up to here. */
  readonly now: Date;
}

/**
 * A turn as it stands: from its row when it is over, folded from its log while it runs.
 * @throws GatewayError `query_not_found`.
 */
export async function getTurn(db: Database, queryId: string, options: ReadOptions): Promise<Query> {
  const query = (await queriesByIds(db, [queryId], options)).get(queryId);
  if (query === undefined) throw queryNotFound(queryId);
  return query;
}

/** Any number of turns in a constant number of statements. The map lacks those that the workspace does not have. */
export async function queriesByIds(
  db: Database,
  queryIds: readonly string[],
  { workspaceId, now }: ReadOptions,
): Promise<ReadonlyMap<string, Query>> {
  if (queryIds.length === 0) return new Map();
  const rows = await db.prisma.query.findMany({
    where: { id: { in: [...queryIds] }, workspaceId },
    include: QUERY_INCLUDE,
  });
  const running = rows.filter(({ status }) => status === 'in_progress').map(({ id }) => id);
  const logs = running.length === 0 ? new Map() : await readLogs(db.prisma, running);
  const siblings = await comparisons(db, workspaceId, rows);

  const queries = new Map<string, Query>();
  for (const row of rows) {
    const comparison = siblings.get(row.comparisonGroup ?? '')?.filter(({ queryId }) => queryId !== row.id) ?? null;
    if (row.status !== 'in_progress') {
      queries.set(row.id, toQuery(row, comparison));
      continue;
    }
    const log = logs.get(row.id);
    if (log === undefined) continue; // deleted since the rows were read
    const state = fold(log);
    const runtimeMs = row.startedAt === null ? 0 : Math.max(0, now.getTime() - row.startedAt.getTime());
    queries.set(row.id, {
      ...state,
      runtimeMs: state.status === 'in_progress' ? runtimeMs : state.runtimeMs,
      comparison,
      feedback: toFeedback(row.feedback),
    });
  }
  return queries;
}

type Members = NonNullable<Query['comparison']>;

async function comparisons(
  db: Database,
  workspaceId: string,
  rows: readonly QueryRow[],
): Promise<ReadonlyMap<string, Members>> {
  const groups = new Map<string, Members>();
  const names = new Set(rows.map(({ comparisonGroup }) => comparisonGroup).filter((name) => name !== null));
  if (names.size === 0) return groups;
  const members = await db.prisma.query.findMany({
    where: { workspaceId, comparisonGroup: { in: [...names] } },
    select: { id: true, workflow: true, model: true, comparisonGroup: true },
    orderBy: { id: 'asc' },
  });
  for (const { id, workflow, model, comparisonGroup } of members) {
    const name = comparisonGroup ?? '';
    groups.set(name, [...(groups.get(name) ?? []), { queryId: id, workflow, model }]);
  }
  return groups;
}

/** How far a turn's log reaches, and whether it ends there. Undefined where the workspace has no such turn. */
export async function turnHead(
  db: Database,
  queryId: string,
  workspaceId: string,
): Promise<{ readonly sessionId: string; readonly lastSeq: number; readonly running: boolean } | undefined> {
  const row = await db.prisma.query.findFirst({
    where: { id: queryId, workspaceId },
    select: { sessionId: true, lastSeq: true, status: true },
  });
  if (row === null) return undefined;
  return { sessionId: row.sessionId, lastSeq: row.lastSeq, running: row.status === 'in_progress' };
}

/** The trace of a turn; without steps while it runs. */
export async function getTrace(db: Database, queryId: string, workspaceId: string): Promise<Trace> {
  const row = await db.prisma.query.findFirst({ where: { id: queryId, workspaceId }, select: { trace: true } });
  if (row === null) throw queryNotFound(queryId);
  return row.trace === null ? { steps: [], rollup: null } : (row.trace.data as Prisma.JsonObject & Trace);
}

// Turns to look back over, completed or not: bounds the walk, not the history.
const LONGEST_CHAIN = 200;

/** The completed turns before this one along `previous_query_id`, the last `limit` of them, oldest first. */
export async function historyOf(db: Database, queryId: string, limit = 20): Promise<readonly HistoryTurn[]> {
  const rows = await db.prisma.$queryRaw<Parameters<typeof toHistoryTurn>[0][]>`
    WITH RECURSIVE chain (id, session_id, previous_query_id, depth) AS (
      SELECT id, session_id, previous_query_id, 0 FROM queries WHERE id = ${queryId}
      UNION ALL
      SELECT earlier.id, earlier.session_id, earlier.previous_query_id, chain.depth + 1
        FROM chain
        JOIN queries earlier ON earlier.id = chain.previous_query_id AND earlier.session_id = chain.session_id
       WHERE chain.depth < ${LONGEST_CHAIN}::int
    )
    SELECT turn.id, turn.ask, turn.output, turn.output_json AS "outputJson"
      FROM chain JOIN queries turn ON turn.id = chain.id
     WHERE chain.depth > 0 AND turn.status = 'completed'
     ORDER BY chain.depth LIMIT ${limit}::int`;
  return rows.map(toHistoryTurn).toReversed();
}

/** The `step_id`s of each of these turns, in order; turns that are gone or still run are left out. */
export async function stepIdsOf(
  db: Database,
  queryIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await db.prisma.step.findMany({
    where: { queryId: { in: [...queryIds] } },
    orderBy: [{ queryId: 'asc' }, { position: 'asc' }],
    select: { queryId: true, stepId: true },
  });
  const steps = new Map<string, string[]>();
  for (const { queryId, stepId } of rows) steps.set(queryId, [...(steps.get(queryId) ?? []), stepId]);
  return steps;
}
