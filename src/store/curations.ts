import type { Database } from './database.ts';
import { contextNotFound } from './not-found.ts';
import type { Curation } from './prisma/client.ts';
import { storableText } from './storable.ts';

export type CurationRow = Curation;

export type CurationCounts = Partial<
  Pick<CurationRow, 'total' | 'parsed' | 'unchanged' | 'skipped' | 'failed' | 'removed' | 'resumed'>
>;

export interface NewCuration {
  readonly id: string;
  readonly contextId: string;
  /** The process that does it, unique over restarts. */
  readonly owner: string;
  readonly now: Date;
  /** From then on, without a sign of progress, another process may take the curation over. */
  readonly until: Date;
}

export interface StartedCuration {
  /** Whether it is the caller's to do, begun or taken over, or one that another process does. */
  readonly kind: 'started' | 'running';
  readonly curation: CurationRow;
}

/** How often a curation is taken over from a process that died before it is given up: its sources may be the cause. */
const MAX_TAKEOVERS = 3;
const DEADLY =
  'The gateway process died several times over this curation, each time before it got on. See its log for the cause, ' +
  'then curate again.';

/**
 * Begins a curation, takes over one that nobody is at, or says which one is running.
 * @throws GatewayError `context_not_found` when the context is gone.
 */
export async function startCuration(db: Database, begun: NewCuration): Promise<StartedCuration> {
  const { id, contextId, owner, now, until } = begun;
  if ((await db.prisma.context.count({ where: { id: contextId } })) === 0) throw contextNotFound(contextId);
  for (;;) {
    const [curation] = await db.prisma.curation.createManyAndReturn({
      data: { id, contextId, startedAt: now, leaseOwner: owner, leaseExpiresAt: until },
      skipDuplicates: true,
    });
    if (curation !== undefined) return { kind: 'started', curation };
    const taken = await takeOver(db, begun);
    if (taken !== undefined) return { kind: 'started', curation: taken };
    const running = await db.prisma.curation.findFirst({ where: { contextId, status: 'running' } });
    if (running !== null) return { kind: 'running', curation: running };
    // The one that was in the way has just ended: there is room now.
  }
}

async function takeOver(db: Database, { contextId, owner, now, until }: NewCuration): Promise<CurationRow | undefined> {
  const running = { contextId, status: 'running' } as const;
  const lease = { leaseOwner: owner, leaseExpiresAt: until };
  const [waiting] = await db.prisma.curation.updateManyAndReturn({
    where: { ...running, leaseOwner: null },
    data: lease,
  });
  if (waiting !== undefined) return waiting;
  await giveUpDeadly(db, now);
  const [taken] = await db.prisma.curation.updateManyAndReturn({
    where: { ...running, leaseExpiresAt: { lte: now } },
    data: { ...lease, takeovers: { increment: 1 } },
  });
  return taken;
}

async function giveUpDeadly(db: Database, now: Date): Promise<void> {
  await db.prisma.curation.updateMany({
    where: {
      status: 'running',
      leaseOwner: { not: null },
      leaseExpiresAt: { lte: now },
      takeovers: { gte: MAX_TAKEOVERS },
    },
    data: { status: 'failed', error: DEADLY, finishedAt: now },
  });
}

/**
 * The contexts with a curation that nobody is at: given back, or left by a process that went silent. Those that keep
 * killing their process are ended first, and are not among them.
 */
export async function contextsToCurate(
  db: Database,
  now: Date,
): Promise<readonly { readonly id: string; readonly slug: string }[]> {
  await giveUpDeadly(db, now);
  const rows = await db.prisma.curation.findMany({
    where: { status: 'running', OR: [{ leaseOwner: null }, { leaseExpiresAt: { lte: now } }] },
    orderBy: { startedAt: 'asc' },
    select: { context: { select: { id: true, slug: true } } },
  });
  return rows.map(({ context }) => context);
}

/** Ends the leases of processes before this one, on a database that has one process at a time. */
export async function endLeasesOfOthers(
  db: Database,
  { owner, now }: { readonly owner: string; readonly now: Date },
): Promise<void> {
  await db.prisma.curation.updateMany({
    where: { status: 'running', leaseOwner: { not: owner } },
    data: { leaseExpiresAt: now },
  });
}

export async function getCuration(db: Database, curationId: string): Promise<CurationRow | undefined> {
  return (await db.prisma.curation.findUnique({ where: { id: curationId } })) ?? undefined;
}

/** A process's claim on a running curation. */
export interface CurationLease {
  readonly curationId: string;
  readonly owner: string;
}

/** The row of a curation, as long as the lease on it holds. */
export const heldCuration = ({ curationId, owner }: CurationLease) =>
  ({ id: curationId, leaseOwner: owner, status: 'running' }) as const;

/** Records how far a curation is and prolongs its lease. False when it is over, or somebody else's. */
export async function recordProgress(
  db: Database,
  lease: CurationLease,
  { counts, until }: { readonly counts: CurationCounts; readonly until: Date },
): Promise<boolean> {
  const data = { ...counts, leaseExpiresAt: until };
  const { count } = await db.prisma.curation.updateMany({ where: heldCuration(lease), data });
  return count === 1;
}

/** Gives a curation back, for this or another process to go on with. */
export async function releaseCuration(
  db: Database,
  lease: CurationLease,
  { counts, now }: { readonly counts: CurationCounts; readonly now: Date },
): Promise<void> {
  const data = { ...counts, leaseOwner: null, leaseExpiresAt: now };
  await db.prisma.curation.updateMany({ where: heldCuration(lease), data });
}

/** Ends a curation as failed, if it is not over: nothing of it is seen by any turn. */
export async function failCuration(
  db: Database,
  lease: CurationLease,
  { error, now }: { readonly error: string; readonly now: Date },
): Promise<void> {
  const data = { status: 'failed', error: storableText(error), finishedAt: now } as const;
  await db.prisma.curation.updateMany({ where: heldCuration(lease), data });
}
