import type { QueryRequest } from '../knowql/query.ts';
import { StopError } from '../lib/signals.ts';
import type { Database } from './database.ts';

/** A worker's claim on a running turn. Whoever writes to the turn must still hold it. */
export interface Lease {
  readonly queryId: string;
  /** The worker, unique over all processes and their restarts. */
  readonly owner: string;
}

export function leaseLost({ queryId }: Lease): StopError {
  return new StopError('lease_lost', `another worker ended ${queryId}, or it was deleted`);
}

/** A turn that waited for a worker and has one now. */
export interface ClaimedTurn {
  readonly queryId: string;
  readonly workspaceId: string;
  readonly sessionId: string;
  readonly request: QueryRequest;
}

export interface ClaimOptions {
  readonly owner: string;
  readonly limit: number;
  readonly now: Date;
  readonly until: Date;
}

/** Takes waiting turns, oldest first. No turn is given to two workers. */
export async function claimTurns(
  db: Database,
  { owner, limit, now, until }: ClaimOptions,
): Promise<readonly ClaimedTurn[]> {
  return db.prisma.$queryRaw<ClaimedTurn[]>`
    UPDATE queries
       SET lease_owner = ${owner}, lease_expires_at = ${until}::timestamptz, started_at = ${now}::timestamptz
     WHERE id IN (
       SELECT id FROM queries
        WHERE status = 'in_progress' AND lease_owner IS NULL AND lease_expires_at IS NULL
        ORDER BY id LIMIT ${limit}::int FOR UPDATE SKIP LOCKED)
    RETURNING id AS "queryId", workspace_id AS "workspaceId", session_id AS "sessionId", request`;
}

export interface HeldLease {
  readonly queryId: string;
  /** Somebody asked this turn to stop: what a worker that missed the call on `knowql_cancel` finds here. */
  readonly cancelRequested: boolean;
}

export interface ExtendOptions {
  readonly owner: string;
  readonly queryIds: readonly string[];
  readonly until: Date;
}

/** Prolongs the leases that the worker still holds and returns those; the others are lost. */
export async function extendLeases(
  db: Database,
  { owner, queryIds, until }: ExtendOptions,
): Promise<readonly HeldLease[]> {
  return db.prisma.$queryRaw<HeldLease[]>`
    UPDATE queries SET lease_expires_at = ${until}::timestamptz
     WHERE id = ANY(${[...queryIds]}::text[]) AND lease_owner = ${owner} AND status = 'in_progress'
    RETURNING id AS "queryId", cancel_requested AS "cancelRequested"`;
}
