import { GatewayError } from '../errors.ts';
import type { JsonObject } from '../lib/json.ts';
import type { Database } from './database.ts';
import { contextNotFound } from './not-found.ts';
import type { Context } from './prisma/client.ts';
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
  /** Questions that it answers. */
  readonly sampleQueries: readonly string[];
  readonly curatedAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

function toContextRow({ id, slug, title, description, instructions, kind, ...row }: Context): ContextRow {
  const { liveVersion, sampleQueries, curatedAt, createdAt, updatedAt } = row;
  const manifest = row.manifest as JsonObject;
  return {
    id,
    slug,
    title,
    description,
    instructions,
    kind,
    manifest,
    liveVersion,
    sampleQueries,
    curatedAt,
    createdAt,
    updatedAt,
  };
}

/** By slug. */
export async function listContexts(db: Database, workspaceId: string): Promise<readonly ContextRow[]> {
  const rows = await db.prisma.context.findMany({ where: { workspaceId }, orderBy: { slug: 'asc' } });
  return rows.map(toContextRow);
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
  const found = rows.map(toContextRow);
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

/** @throws GatewayError `context_not_found` when it is gone. */
export async function manifestOf(db: Database, contextId: string): Promise<JsonObject> {
  const row = await db.prisma.context.findUnique({ where: { id: contextId }, select: { manifest: true } });
  if (row === null) throw contextNotFound(contextId);
  return row.manifest as JsonObject;
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
  readonly createdAt: Date;
}

/** @throws GatewayError `bad_request` when the workspace has a context with this slug. */
export async function createContext(db: Database, context: NewContext): Promise<ContextRow> {
  const [row] = await db.prisma.context.createManyAndReturn({
    data: { ...context, manifest: toJsonColumn(context.manifest), updatedAt: context.createdAt },
    skipDuplicates: true,
  });
  if (row !== undefined) return toContextRow(row);
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
}

export interface UpdateContextOptions {
  readonly workspaceId: string;
  readonly change: ContextChange;
  readonly now: Date;
}

/** @throws GatewayError `context_not_found`. */
export async function updateContext(
  db: Database,
  slugOrId: string,
  { workspaceId, change, now }: UpdateContextOptions,
): Promise<ContextRow> {
  const { id } = await getContext(db, slugOrId, workspaceId);
  const { manifest, ...texts } = change;
  const [row] = await db.prisma.context.updateManyAndReturn({
    where: { id },
    data: { ...texts, ...(manifest === undefined ? {} : { manifest: toJsonColumn(manifest) }), updatedAt: now },
  });
  if (row === undefined) throw contextNotFound(slugOrId);
  return toContextRow(row);
}

/**
 * Deletes a context with its sources and curations, and returns its id. Sessions keep its slug.
 * @throws GatewayError `context_not_found`.
 */
export async function deleteContext(db: Database, slugOrId: string, workspaceId: string): Promise<string> {
  const { id } = await getContext(db, slugOrId, workspaceId);
  await db.prisma.context.deleteMany({ where: { id } });
  return id;
}
