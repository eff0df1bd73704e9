import { isTerminal, type TerminalEvent, type TurnEvent } from '../engine/events.ts';
import { fold } from '../engine/fold.ts';
import type { Query } from '../knowql/query.ts';
import { TURN_CHANNEL } from './channels.ts';
import type { Database } from './database.ts';
import { insertEvents, readLogs } from './event-log.ts';
import { Prisma } from './prisma/client.ts';
import { storableText, toJsonText } from './storable.ts';
import { toTrace } from './to-domain.ts';

export interface Ending {
  readonly queryId: string;
  /** Condition on the turn's row, besides its being in progress, under which this ending may be written. */
  readonly guard: Prisma.Sql;
  /** The turn's last events, of which the very last is terminal, from its state so far. */
  readonly events: (state: Query, startedAt: Date | null) => readonly TurnEvent[];
}

/**
 * The one way in which a turn ends: its last events, its final row, citations, steps and trace in one transaction.
 * Undefined, and nothing written, when it is over already or the guard does not hold.
 */
export async function endTurn(db: Database, { queryId, guard, events }: Ending): Promise<Query | undefined> {
  return db.prisma.$transaction(async (tx) => {
    // The lock comes first, in a statement of its own: the log that the next one reads is then whole.
    const [row] = await tx.$queryRaw<{ started_at: Date | null }[]>`
      SELECT started_at FROM queries
       WHERE id = ${queryId} AND status = 'in_progress' AND ${guard} FOR NO KEY UPDATE`;
    if (row === undefined) return undefined;
    const log = (await readLogs(tx, [queryId])).get(queryId) ?? [];
    const last = events(fold(log), row.started_at);
    const terminal = last.at(-1);
    if (terminal === undefined || !isTerminal(terminal)) throw new RangeError('a turn ends with a terminal event');
    const query = fold([...log, ...last]);
    await writeFinal(tx, query, last);
    return query;
  });
}

/** The events that end a turn from outside: what was running has failed, what was written stays. */
export function stoppedFromOutside(
  state: Query,
  type: Exclude<TerminalEvent['type'], 'response.completed'>,
  { error, runtimeMs }: { readonly error: string; readonly runtimeMs: number },
): readonly TurnEvent[] {
  const { model, outputJson, citations, usage } = state;
  const running = state.steps.filter(({ status }) => status === 'running');
  return [
    ...running.map((step): TurnEvent => ({ type: 'response.step', step: { ...step, status: 'failed' } })),
    { type, error, result: { model, outputJson, citations, usage, runtimeMs } },
  ];
}

async function writeFinal(tx: Prisma.TransactionClient, query: Query, events: readonly TurnEvent[]): Promise<void> {
  const { citations, steps } = query;
  await tx.$queryRaw`
    WITH turn AS (
      UPDATE queries SET
        status = ${query.status}::query_status,
        model = ${query.model},
        error = ${query.error === null ? null : storableText(query.error)},
        output = ${toJsonText(query.output)}::json,
        output_json = ${toJsonText(query.outputJson)}::json,
        usage = ${toJsonText(query.usage)}::json,
        rollup = ${toJsonText(query.rollup)}::json,
        synthesis = ${toJsonText(query.synthesis)}::json,
        trace_ref = ${query.traceRef ?? null},
        runtime_ms = ${query.runtimeMs}::bigint,
        finished_at = coalesce(started_at, created_at) + ${query.runtimeMs}::bigint * interval '1 millisecond',
        last_seq = last_seq + ${events.length}::int,
        lease_expires_at = NULL
       WHERE id = ${query.id}
      RETURNING id, last_seq
    ), appended AS (
      ${insertEvents(Prisma.sql`turn`, events)}
    ), stepped AS (
      INSERT INTO steps (query_id, position, step_id, status, data)
      SELECT turn.id, step.position::int - 1, step.id, step.status, step.data::json
        FROM turn,
             unnest(${steps.map(({ stepId }) => storableText(stepId))}::text[],
                    ${steps.map(({ status }) => status)}::text[],
                    ${steps.map((step) => JSON.stringify(step))}::text[])
               WITH ORDINALITY AS step(id, status, data, position)
    ), cited AS (
      INSERT INTO citations (query_id, position, source, data)
      SELECT turn.id, citation.position::int - 1, citation.source, citation.data::json
        FROM turn,
             unnest(${citations.map(({ source }) => storableText(source))}::text[],
                    ${citations.map((citation) => JSON.stringify(citation))}::text[])
               WITH ORDINALITY AS citation(source, data, position)
    ), traced AS (
      INSERT INTO traces (query_id, data) SELECT turn.id, ${toJsonText(toTrace(query))}::json FROM turn
    )
    SELECT pg_notify(${TURN_CHANNEL}, id)::text AS rung FROM turn`;
}
