import type { QueryEvent, TurnEvent } from '../engine/events.ts';
import { TURN_CHANNEL } from './channels.ts';
import type { Database } from './database.ts';
import { type Lease, leaseLost } from './lease.ts';
import { Prisma } from './prisma/client.ts';

export interface LogOptions {
  /** Exclusive: 0 reads from the first event. */
  readonly after: number;
  readonly limit: number;
}

/**
 * Appends to the turn's log, numbers the events and rings the doorbell, in one statement. Returns the last `seq`.
 * @throws StopError `lease_lost` when the worker does not hold the turn any more; then nothing was written.
 */
export async function appendEvents(db: Database, lease: Lease, events: readonly TurnEvent[]): Promise<number> {
  const [row] = await db.prisma.$queryRaw<{ last_seq: number }[]>`
    WITH held AS (
      UPDATE queries SET last_seq = last_seq + ${events.length}::int
       WHERE id = ${lease.queryId} AND lease_owner = ${lease.owner} AND status = 'in_progress'
      RETURNING id, last_seq
    ), appended AS (
      ${insertEvents(Prisma.sql`held`, events)}
    )
    SELECT last_seq, pg_notify(${TURN_CHANNEL}, id)::text AS rung FROM held`;
  if (row === undefined) throw leaseLost(lease);
  return row.last_seq;
}

/**
 * The INSERT that puts `events` at the end of a log. `turn` has one row: the turn's `id`, and its `last_seq` with
 * these events counted.
 */
export function insertEvents(turn: Prisma.Sql, events: readonly TurnEvent[]): Prisma.Sql {
  const types = events.map(({ type }) => type);
  const payloads = events.map((event) => JSON.stringify(event));
  return Prisma.sql`
    INSERT INTO query_events (query_id, seq, type, payload)
    SELECT turn.id, turn.last_seq - ${events.length}::int + event.position::int, event.type, event.payload::json
      FROM ${turn} AS turn,
           unnest(${types}::text[], ${payloads}::text[]) WITH ORDINALITY AS event(type, payload, position)`;
}

export interface LogPage {
  readonly events: readonly QueryEvent[];
  /** Whether the log is complete: nothing will follow what stands in it now. */
  readonly over: boolean;
}

/** The next events of a turn, in order, at most `limit`. Undefined when there is no such turn. */
export async function readEvents(
  db: Database,
  queryId: string,
  { after, limit }: LogOptions,
): Promise<LogPage | undefined> {
  const rows = await db.prisma.$queryRaw<{ over: boolean; seq: number | null; payload: TurnEvent }[]>`
    SELECT turn.status <> 'in_progress' AS over, event.seq, event.payload
      FROM queries turn LEFT JOIN query_events event ON event.query_id = turn.id AND event.seq > ${after}::int
     WHERE turn.id = ${queryId} ORDER BY event.seq LIMIT ${limit}::int`;
  const [first] = rows;
  if (first === undefined) return undefined;
  const events = rows.flatMap(({ seq, payload }) => (seq === null ? [] : [{ queryId, seq, event: payload }]));
  return { events, over: first.over };
}

/** The whole log of each of these turns. */
export async function readLogs(
  db: Pick<Database['prisma'], '$queryRaw'>,
  queryIds: readonly string[],
): Promise<ReadonlyMap<string, readonly TurnEvent[]>> {
  const rows = await db.$queryRaw<{ query_id: string; payload: TurnEvent }[]>`
    SELECT query_id, payload FROM query_events WHERE query_id = ANY(${queryIds}::text[]) ORDER BY query_id, seq`;
  const logs = new Map<string, TurnEvent[]>();
  for (const { query_id: queryId, payload } of rows) {
    const log = logs.get(queryId) ?? [];
    logs.set(queryId, log);
    log.push(payload);
  }
  return logs;
}
