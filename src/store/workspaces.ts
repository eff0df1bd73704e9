import type { Database } from './database.ts';

export interface NewWorkspace {
  /** Id that it gets when its slug is new. */
  readonly id: string;
  readonly slug: string;
  readonly name: string;
}

/** The id of the workspace with this slug, which is made if there is none. */
export async function ensureWorkspace(db: Database, { id, slug, name }: NewWorkspace): Promise<string> {
  await db.prisma.workspace.createMany({ data: { id, slug, name }, skipDuplicates: true });
  const workspace = await db.prisma.workspace.findUniqueOrThrow({ where: { slug }, select: { id: true } });
  return workspace.id;
}
