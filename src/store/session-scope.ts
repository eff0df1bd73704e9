import type { ScopedContext } from '../engine/ports.ts';
import type { Database } from './database.ts';
import { contextNotFound } from './not-found.ts';

/**
 * The contexts that a session pinned, in the order of its scope, at the version that is live now. A later context
 * under the slug of a deleted one is not the one that was pinned.
 * @throws GatewayError `context_not_found` when one of them was deleted.
 */
export async function sessionScope(db: Database, sessionId: string): Promise<readonly ScopedContext[]> {
  const pinned = await db.prisma.sessionContext.findMany({
    where: { sessionId },
    orderBy: { position: 'asc' },
    select: { slug: true, context: { select: { id: true, slug: true, kind: true, liveVersion: true } } },
  });
  return pinned.map(({ slug, context }) => {
    if (context === null) throw contextNotFound(slug);
    return { id: context.id, slug: context.slug, kind: context.kind, version: context.liveVersion };
  });
}
