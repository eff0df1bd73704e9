import { GatewayError } from '../errors.ts';
import type { Query, Session } from '../knowql/query.ts';
import { CANCEL_CHANNEL, TURN_CHANNEL } from './channels.ts';
import type { Database } from './database.ts';
import { sessionNotFound } from './not-found.ts';
import { SESSION_INCLUDE, toSession } from './to-domain.ts';
import { turnPages } from './turn-pages.ts';
import { queriesByIds, type ReadOptions } from './turns.ts';

/** @throws GatewayError `session_not_found`. */
export async function getSession(db: Database, sessionId: string, workspaceId: string): Promise<Session> {
  const row = await db.prisma.session.findFirst({
    where: { id: sessionId, workspaceId },
    include: SESSION_INCLUDE,
  });
  if (row === null) throw sessionNotFound(sessionId);
  return toSession(row);
}

/**
 * The scope that a session pinned, in its order: each slug with the context that it named then, or null where that
 * one was deleted.
 */
export async function sessionContexts(
  db: Database,
  sessionId: string,
): Promise<readonly { readonly slug: string; readonly context: PinnedContext | null }[]> {
  return db.prisma.sessionContext.findMany({
    where: { sessionId },
    orderBy: { position: 'asc' },
    select: {
      slug: true,
      context: { select: { id: true, slug: true, kind: true, liveVersion: true, instructions: true } },
    },
  });
}

export interface PinnedContext {
  readonly id: string;
  readonly slug: string;
  readonly kind: 'search' | 'work';
  /** Version of the index that turns read now. */
  readonly liveVersion: number | null;
  readonly instructions: string;
}

export interface SessionPage {
  readonly first: number;
  /** Id of the last session seen. */
  readonly after?: string;
  /** Keep the sessions that have this context slug. */
  readonly scope?: string;
}

/** A workspace's sessions, newest first. */
export async function listSessions(
  db: Database,
  workspaceId: string,
  { first, after, scope }: SessionPage,
): Promise<readonly Session[]> {
  const last = after === undefined ? null : await db.prisma.session.findFirst({ where: { id: after, workspaceId } });
  if (after !== undefined && last === null) throw unknownCursor('session', after);
  const rows = await db.prisma.session.findMany({
    where: {
      workspaceId,
      ...(scope === undefined ? {} : { scope: { some: { slug: scope } } }),
      ...(last === null
        ? {}
        : { OR: [{ createdAt: { lt: last.createdAt } }, { createdAt: last.createdAt, id: { lt: last.id } }] }),
    },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: first,
    include: SESSION_INCLUDE,
  });
  return rows.map(toSession);
}

export interface SessionQueriesOptions extends ReadOptions {
  readonly first: number;
  /** Id of the last turn seen. */
  readonly after?: string;
}

/**
 * The turns of a session, oldest first.
 * @throws GatewayError `session_not_found`.
 */
export async function sessionQueries(
  db: Database,
  sessionId: string,
  { first, after, ...options }: SessionQueriesOptions,
): Promise<readonly Query[]> {
  const { workspaceId } = options;
  await getSession(db, sessionId, workspaceId);
  const from =
    after === undefined ? null : await db.prisma.query.findFirst({ where: { id: after, sessionId, workspaceId } });
  if (after !== undefined && from === null) throw unknownCursor('query of this session', after);
  const page = { limit: first, backward: false, ...(from === null ? {} : { from }) };
  const places = (await turnPages(db, workspaceId, [sessionId], page)).slice(0, first);
  const ids = places.map(({ id }) => id);
  const queries = await queriesByIds(db, ids, options);
  return ids.flatMap((id) => queries.get(id) ?? []);
}

function unknownCursor(what: string, after: string): GatewayError {
  return new GatewayError('bad_request', `after must be the id of a ${what}; "${after}" is none.`, { field: 'after' });
}

/**
 * Deletes a session, its turns and their idempotency keys. Returns the turns that were running: whoever runs or
 * follows one, on whichever process, is called and finds it gone.
 * @throws GatewayError `session_not_found`.
 */
export async function deleteSession(db: Database, sessionId: string, workspaceId: string): Promise<readonly string[]> {
  return db.prisma.$transaction(async (tx) => {
    const locked = await tx.$queryRaw<{ id: string }[]>`
      SELECT id FROM sessions WHERE id = ${sessionId} AND workspace_id = ${workspaceId} FOR UPDATE`;
    if (locked.length === 0) throw sessionNotFound(sessionId);
    await tx.$executeRaw`
      DELETE FROM idempotency_keys
       WHERE workspace_id = ${workspaceId} AND query_id IN (SELECT id FROM queries WHERE session_id = ${sessionId})`;
    const running = await tx.$queryRaw<{ id: string }[]>`
      SELECT id, pg_notify(${TURN_CHANNEL}, id)::text AS follower, pg_notify(${CANCEL_CHANNEL}, id)::text AS worker
        FROM queries WHERE session_id = ${sessionId} AND status = 'in_progress'`;
    await tx.$executeRaw`DELETE FROM sessions WHERE id = ${sessionId}`;
    return running.map(({ id }) => id);
  });
}
