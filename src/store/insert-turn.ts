import { GatewayError } from '../errors.ts';
import type { InputMessage, Query, QueryRequest, Warning } from '../knowql/query.ts';
import type { JsonObject } from '../lib/json.ts';
import { TURN_CHANNEL } from './channels.ts';
import type { Database } from './database.ts';
import { insertEvents } from './event-log.ts';
import { sessionNotFound } from './not-found.ts';
import { Prisma } from './prisma/client.ts';
import { toJsonColumn, toJsonText } from './storable.ts';

/** Turns that one comparison may have. */
export const COMPARISON_GROUP_LIMIT = 3;

/** What a session's first turn pins. */
export interface NewSession {
  readonly title: string | null;
  readonly systemPrompt: string | null;
  readonly guardrails: string | null;
  readonly models: readonly string[];
  readonly tools: readonly string[];
  readonly vars: JsonObject;
  readonly workflow: string | null;
  /** In the order of the scope. */
  readonly contexts: readonly { readonly id: string; readonly slug: string }[];
}

export interface NewTurn {
  readonly id: string;
  readonly workspaceId: string;
  readonly sessionId: string;
  /** The session to create under `sessionId`; null when it exists. */
  readonly session: NewSession | null;
  /** The turn to continue; null for the session's last one. */
  readonly previousQueryId: string | null;
  /** The document as it was accepted. */
  readonly request: QueryRequest;
  readonly input: readonly InputMessage[];
  readonly workflow: string;
  readonly maxSteps: number;
  readonly thinkingLevel: string;
  readonly timeoutSeconds: number;
  readonly warnings: readonly Warning[];
  readonly comparisonGroup: string | null;
  /** Null leaves the turn to the first worker that claims it. */
  readonly lease: { readonly owner: string; readonly expiresAt: Date } | null;
  readonly idempotency: { readonly key: string; readonly documentHash: string } | null;
  readonly createdAt: Date;
}

export type InsertedTurn =
  | { readonly kind: 'accepted'; readonly query: Query; readonly createdSession: boolean }
  /** The idempotency key is known, with this document: the turn it belongs to. */
  | { readonly kind: 'replayed'; readonly queryId: string };

type Transaction = Prisma.TransactionClient;

/**
 * Accepts a turn: its session where that is new, its row, its first event and its idempotency key, or nothing at all.
 * Rows are locked in the order key, session, comparison group, so that two of these never wait for each other.
 * @throws GatewayError `idempotency_conflict`, `session_not_found`, `session_busy`, `comparison_group_full`.
 */
export async function insertTurn(db: Database, turn: NewTurn): Promise<InsertedTurn> {
  return db.prisma.$transaction(async (tx) => {
    const replayed = turn.idempotency === null ? undefined : await claimKey(tx, turn, turn.idempotency);
    if (replayed !== undefined) return { kind: 'replayed', queryId: replayed };

    const lastQueryId = turn.session === null ? await lockSession(tx, turn) : null;
    if (turn.session !== null) await createSession(tx, turn, turn.session);
    const siblings = turn.comparisonGroup === null ? null : await joinGroup(tx, turn, turn.comparisonGroup);

    const query = acceptedQuery({ ...turn, previousQueryId: turn.previousQueryId ?? lastQueryId }, siblings);
    await insertQuery(tx, turn, query);
    return { kind: 'accepted', query, createdSession: turn.session !== null };
  });
}

async function claimKey(
  tx: Transaction,
  turn: NewTurn,
  { key, documentHash }: NonNullable<NewTurn['idempotency']>,
): Promise<string | undefined> {
  // Waits for another transaction that is inserting the same key, then sees what that one committed.
  const inserted = await tx.$executeRaw`
    INSERT INTO idempotency_keys (workspace_id, key, document_hash, query_id, created_at)
    VALUES (${turn.workspaceId}, ${key}, ${documentHash}, ${turn.id}, ${turn.createdAt}::timestamptz)
    ON CONFLICT (workspace_id, key) DO NOTHING`;
  if (inserted === 1) return undefined;
  const known = await tx.idempotencyKey.findUniqueOrThrow({
    where: { workspaceId_key: { workspaceId: turn.workspaceId, key } },
  });
  if (known.documentHash === documentHash) return known.queryId;
  throw new GatewayError(
    'idempotency_conflict',
    'This idempotency key was sent before with another document. Send the same document, or take a new key.',
    { field: 'idempotency_key', queryId: known.queryId },
  );
}

async function lockSession(tx: Transaction, turn: NewTurn): Promise<string | null> {
  const [session] = await tx.$queryRaw<{ last_query_id: string | null }[]>`
    SELECT last_query_id FROM sessions
     WHERE id = ${turn.sessionId} AND workspace_id = ${turn.workspaceId} FOR NO KEY UPDATE`;
  if (session === undefined) throw sessionNotFound(turn.sessionId);
  await tx.session.update({
    where: { id: turn.sessionId },
    data: { lastQueryId: turn.id, updatedAt: turn.createdAt },
    select: { id: true },
  });
  return session.last_query_id;
}

async function createSession(tx: Transaction, turn: NewTurn, session: NewSession): Promise<void> {
  const { contexts, models, tools, vars, ...pinned } = session;
  await tx.session.create({
    data: {
      ...pinned,
      id: turn.sessionId,
      workspaceId: turn.workspaceId,
      models: [...models],
      tools: [...tools],
      vars: toJsonColumn(vars),
      lastQueryId: turn.id,
      createdAt: turn.createdAt,
      updatedAt: turn.createdAt,
    },
    select: { id: true },
  });
  await tx.sessionContext.createMany({
    data: contexts.map(({ id, slug }, position) => ({ sessionId: turn.sessionId, position, slug, contextId: id })),
  });
}

/** The turns that are in the group already. Holds the group until the transaction ends. */
async function joinGroup(tx: Transaction, turn: NewTurn, group: string): Promise<Query['comparison']> {
  const name = `${turn.workspaceId}/${group}`;
  await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))::text`;
  const members = await tx.query.findMany({
    where: { workspaceId: turn.workspaceId, comparisonGroup: group },
    select: { id: true, workflow: true, model: true },
    orderBy: { id: 'asc' },
  });
  if (members.length >= COMPARISON_GROUP_LIMIT) {
    throw new GatewayError(
      'comparison_group_full',
      `The comparison group has ${COMPARISON_GROUP_LIMIT} turns, which is all it can hold. Take a new group.`,
      { field: 'comparison_group' },
    );
  }
  return members.map(({ id, workflow, model }) => ({ queryId: id, workflow, model }));
}

function acceptedQuery(turn: NewTurn, comparison: Query['comparison'] | null): Query {
  return {
    id: turn.id,
    sessionId: turn.sessionId,
    model: null,
    created: Math.floor(turn.createdAt.getTime() / 1_000),
    status: 'in_progress',
    error: null,
    previousQueryId: turn.previousQueryId,
    input: turn.input,
    output: [],
    outputJson: null,
    citations: [],
    steps: [],
    usage: { inputTokens: 0, outputTokens: 0, totalTokens: 0, costUsd: null },
    runtimeMs: 0,
    comparison: comparison ?? null,
    feedback: null,
    maxSteps: turn.maxSteps,
    thinkingLevel: turn.thinkingLevel,
    rollup: null,
    synthesis: null,
    traceRef: null,
    warnings: turn.warnings,
  };
}

async function insertQuery(tx: Transaction, turn: NewTurn, query: Query): Promise<void> {
  const { lease } = turn;
  const inserted = await tx.$queryRaw<{ rung: string }[]>`
    WITH turn AS (
      INSERT INTO queries (
        id, workspace_id, session_id, previous_query_id, ask, request, workflow, input, usage, warnings, max_steps,
        thinking_level, timeout_seconds, comparison_group, created_at, started_at, last_seq, lease_owner,
        lease_expires_at)
      VALUES (
        ${turn.id}, ${turn.workspaceId}, ${turn.sessionId}, ${query.previousQueryId}, ${turn.request.ask},
        ${toJsonText(turn.request)}::json, ${turn.workflow}, ${toJsonText(turn.input)}::json,
        ${toJsonText(query.usage)}::json, ${toJsonText(turn.warnings)}::json, ${turn.maxSteps}::bigint,
        ${turn.thinkingLevel}, ${turn.timeoutSeconds}::int, ${turn.comparisonGroup}, ${turn.createdAt}::timestamptz,
        ${lease === null ? null : turn.createdAt}::timestamptz, 1, ${lease?.owner ?? null},
        ${lease?.expiresAt ?? null}::timestamptz)
      ON CONFLICT (session_id) WHERE status = 'in_progress' DO NOTHING
      RETURNING id, last_seq
    ), appended AS (
      ${insertEvents(Prisma.sql`turn`, [{ type: 'response.created', query }])}
    )
    SELECT pg_notify(${TURN_CHANNEL}, id)::text AS rung FROM turn`;
  if (inserted.length === 0) {
    throw new GatewayError(
      'session_busy',
      `The session "${turn.sessionId}" has a turn in flight. Wait until it ends, cancel it, or start a new session.`,
      { field: 'session_id' },
    );
  }
}
