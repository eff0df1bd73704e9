import { GatewayError } from '../errors.ts';
import type { JsonObject } from '../lib/json.ts';
import type { Database } from './database.ts';
import { contextNotFound } from './not-found.ts';
import type { Context } from './prisma/client.ts';
import { sourceCounts } from './sources.ts';
import { toJsonColumn } from './storable.ts';

export interface ContextRow {
  readonly id: string;
  readonly slug: string;
  readonly title: string;
  readonly description: string;
  readonly instructions: string;
  readonly kind: 'search' | 'work';
  readonly manifest: JsonObject;
  /** Version of the index that turns read; null until the first curation is whole. */
  readonly liveVersion: number | null;
  readonly sourceCount: number;
  readonly curatedAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Adds what is counted elsewhere: Prisma's own count of a relation groups the whole table. */
async function toContextRows(db: Database, rows: readonly Context[]): Promise<readonly ContextRow[]> {
  const counts = await sourceCounts(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map(({ workspaceId: _, manifest, ...row }) => ({
    ...row,
    manifest: manifest as JsonObject,
    sourceCount: counts.get(row.id) ?? 0,
  }));
}

/** By slug. */
export async function listContexts(db: Database, workspaceId: string): Promise<readonly ContextRow[]> {
  const rows = await db.prisma.context.findMany({ where: { workspaceId }, orderBy: { slug: 'asc' } });
  return toContextRows(db, rows);
}

/** The contexts with these slugs or ids, under the name that was asked for. */
export async function contextsByName(
  db: Database,
  workspaceId: string,
  names: readonly string[],
): Promise<ReadonlyMap<string, ContextRow>> {
  const wanted = [...new Set(names)];
  const rows = await db.prisma.context.findMany({
    where: { workspaceId, OR: [{ slug: { in: wanted } }, { id: { in: wanted } }] },
  });
  const found = await toContextRows(db, rows);
  // A slug has no underscore and an id has one, so that no name means two contexts.
  const byName = new Map(found.flatMap((row) => [[row.slug, row] as const, [row.id, row] as const]));
  return new Map([...byName].filter(([name]) => wanted.includes(name)));
}

/** @throws GatewayError `context_not_found`. */
export async function getContext(db: Database, slugOrId: string, workspaceId: string): Promise<ContextRow> {
  const context = (await contextsByName(db, workspaceId, [slugOrId])).get(slugOrId);
  if (context === undefined) throw contextNotFound(slugOrId);
  return context;
}

export interface NewContext {
  readonly id: string;
  readonly workspaceId: string;
  readonly slug: string;
  readonly title: string;
  readonly description: string;
  readonly instructions: string;
  readonly kind: ContextRow['kind'];
  readonly manifest: JsonObject;
  readonly now: Date;
}

/** @throws GatewayError `bad_request` when the workspace has a context with this slug. */
export async function createContext(db: Database, { now, ...context }: NewContext): Promise<ContextRow> {
  const created = await db.prisma.context.createManyAndReturn({
    data: { ...context, manifest: toJsonColumn(context.manifest), createdAt: now, updatedAt: now },
    skipDuplicates: true,
  });
  const [row] = await toContextRows(db, created);
  if (row !== undefined) return row;
  throw new GatewayError(
    'bad_request',
    `There is a context "${context.slug}" already. Take another slug, or use that context.`,
    { field: 'slug' },
  );
}

export interface ContextChange {
  readonly title?: string;
  readonly description?: string;
  readonly instructions?: string;
  readonly manifest?: JsonObject;
  readonly now: Date;
}

/**
 * Changes a context that the caller may see.
 * @throws GatewayError `context_not_found` when it was deleted meanwhile.
 */
export async function updateContext(db: Database, contextId: string, change: ContextChange): Promise<ContextRow> {
  const { manifest, now, ...texts } = change;
  const updated = await db.prisma.context.updateManyAndReturn({
    where: { id: contextId },
    data: { ...texts, ...(manifest === undefined ? {} : { manifest: toJsonColumn(manifest) }), updatedAt: now },
  });
  const [row] = await toContextRows(db, updated);
  if (row === undefined) throw contextNotFound(contextId);
  return row;
}

/** Deletes a context with its sources and curations. Sessions keep its slug. */
export async function deleteContext(db: Database, contextId: string): Promise<void> {
  await db.prisma.context.deleteMany({ where: { id: contextId } });
}
