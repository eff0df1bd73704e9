import type { ScopedContext } from '../engine/ports/knowledge.ts';
import { GatewayError } from '../errors.ts';
import { type ContextRow, contextsByName } from '../store/contexts.ts';
import type { Database } from '../store/database.ts';
import { contextNotFound } from '../store/not-found.ts';
import { type PinnedContext, sessionContexts } from '../store/sessions.ts';

/**
 * The contexts that a new session's scope names by slug or id, in its order.
 * @throws GatewayError `context_not_found`, `invalid_scope`, `mixed_scope`, `context_not_queryable`.
 */
export async function resolveScope(
  db: Database,
  workspaceId: string,
  names: readonly string[],
): Promise<readonly ScopedContext[]> {
  const known = await contextsByName(db, workspaceId, names);
  const contexts = names.map((name, at) => {
    const context = known.get(name);
    if (context === undefined) throw atField(contextNotFound(name), at);
    return context;
  });
  checkNewScope(contexts, names);
  return contexts.map(toScopedContext);
}

/**
 * The contexts that a session pinned, in the order of its scope, at the version that is live now. A later context
 * under the slug of a deleted one is not the one that was pinned.
 * @throws GatewayError `context_not_found` when one of them was deleted.
 */
export async function sessionScope(db: Database, sessionId: string): Promise<readonly ScopedContext[]> {
  const pinned = await sessionContexts(db, sessionId);
  return pinned.map(({ slug, context }) => {
    if (context === null) throw contextNotFound(slug);
    return toScopedContext(context);
  });
}

function toScopedContext({ id, slug, kind, liveVersion, instructions }: PinnedContext): ScopedContext {
  return { id, slug, kind, version: liveVersion, ...(instructions.trim() === '' ? {} : { instructions }) };
}

function checkNewScope(contexts: readonly ContextRow[], names: readonly string[]): void {
  const [first] = contexts;
  contexts.forEach((context, at) => {
    if (contexts.findIndex(({ id }) => id === context.id) !== at) {
      throw atField(
        new GatewayError('invalid_scope', `"${names[at]}" names the context "${context.slug}" again; name each once.`),
        at,
      );
    }
    if (context.kind !== first?.kind) {
      throw atField(
        new GatewayError(
          'mixed_scope',
          `"${first?.slug}" is a ${first?.kind} context, "${context.slug}" a ${context.kind} one; a scope holds one kind.`,
        ),
        at,
      );
    }
    if (context.kind === 'search' && context.liveVersion === null) {
      throw atField(
        new GatewayError(
          'context_not_queryable',
          `The context "${context.slug}" was not curated yet. Add sources to it, curate it, then ask.`,
        ),
        at,
      );
    }
  });
}

function atField({ code, message }: GatewayError, at: number): GatewayError {
  return new GatewayError(code, message, { field: `scope[${at}]` });
}
