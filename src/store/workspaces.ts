import type { Database } from './database.ts';

/** The id of the workspace with this slug, which is made if there is none. */
export async function ensureWorkspace(db: Database, slug: string): Promise<string> {
  // The id follows from the slug, so that replicas that start together make the same row.
  await db.prisma.workspace.createMany({ data: { id: `wsp_${slug}`, slug, name: slug }, skipDuplicates: true });
  const workspace = await db.prisma.workspace.findUniqueOrThrow({ where: { slug }, select: { id: true } });
  return workspace.id;
}
