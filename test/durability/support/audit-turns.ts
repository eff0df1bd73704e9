import { isTerminal, type TurnEvent } from '../../../src/engine/events.ts';
import { STATUS_AFTER } from '../../../src/engine/fold.ts';
import type { QueryStatus } from '../../../src/knowql/query.ts';
import type { Database } from '../../../src/store/database.ts';

/** A turn as its row and its log have it. */
export interface AuditedTurn {
  readonly id: string;
  readonly ask: string;
  readonly status: QueryStatus;
  readonly error: string | null;
  /** Null when no worker ever took it. */
  readonly startedAt: Date | null;
  readonly lastSeq: number;
  readonly events: readonly { readonly seq: number; readonly event: TurnEvent }[];
  /** What is wrong with it, each in a line. */
  readonly faults: readonly string[];
}

/** Every turn of a database at rest, oldest first, held against what must be true of each. */
export async function auditTurns(db: Database): Promise<readonly AuditedTurn[]> {
  const rows = await db.prisma.query.findMany({
    select: { id: true, ask: true, status: true, error: true, startedAt: true, lastSeq: true },
    orderBy: { id: 'asc' },
  });
  const logs = new Map<string, { seq: number; event: TurnEvent }[]>(rows.map(({ id }) => [id, []]));
  const entries = await db.prisma.$queryRaw<{ query_id: string; seq: number; payload: TurnEvent }[]>`
    SELECT query_id, seq, payload FROM query_events ORDER BY query_id, seq`;
  for (const { query_id: id, seq, payload } of entries) logs.get(id)?.push({ seq, event: payload });
  return rows.map((row) => {
    const turn = { ...row, events: logs.get(row.id) ?? [] };
    return { ...turn, faults: faultsOf(turn) };
  });
}

/** All faults, with the turns that have them: empty when every turn is as it must be. */
export function faultsIn(turns: readonly AuditedTurn[]): readonly string[] {
  return turns.flatMap(({ id, faults }) => faults.map((fault) => `${id}: ${fault}`));
}

/** How many turns ended in which way, and where those that failed were: for the reader of the run. */
export function outcomesOf(turns: readonly AuditedTurn[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const turn of turns) {
    const outcome = turn.status === 'failed' ? `failed ${phaseOf(turn)}` : turn.status;
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  }
  return counts;
}

function phaseOf({ events }: AuditedTurn): string {
  if (events.some(({ event }) => event.type === 'response.output_text.delta')) return 'while it answered';
  const step = events.findLast(({ event }) => event.type === 'response.step')?.event;
  return step?.type === 'response.step' ? `in ${step.step.stepId}` : 'before its first step';
}

function faultsOf({ status, startedAt, lastSeq, events }: Omit<AuditedTurn, 'faults'>): readonly string[] {
  const faults: string[] = [];
  if (events.some(({ seq }, index) => seq !== index + 1)) {
    faults.push(`its log has gaps: ${events.map(({ seq }) => seq).join()}`);
  }
  if (events.length !== lastSeq) faults.push(`its row counts ${lastSeq} events, its log has ${events.length}`);
  if (events[0]?.event.type !== 'response.created') faults.push('its log does not begin with response.created');

  const terminals = events.flatMap(({ event }) => (isTerminal(event) ? [event] : []));
  const [terminal] = terminals;
  const last = events.at(-1)?.event;
  if (terminal === undefined || terminals.length > 1 || last !== terminal) {
    faults.push(
      `its terminal events are: ${terminals.map(({ type }) => type).join()}; its last event is ${last?.type}`,
    );
  } else if (STATUS_AFTER[terminal.type] !== status) {
    faults.push(`its row says ${status}, its log ${terminal.type}`);
  }

  const begun = events.flatMap(({ event }) =>
    event.type === 'response.step' && event.step.status === 'running' ? [event.step.stepId] : [],
  );
  if (new Set(begun).size < begun.length) faults.push(`a step began twice: ${begun.join()}`);
  if (startedAt === null && status === 'failed') faults.push('it failed although it had never been taken up');
  return faults;
}
