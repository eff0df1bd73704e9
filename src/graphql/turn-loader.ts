import type { GatewayError } from '../errors.ts';
import type { Query } from '../knowql/query.ts';
import { queryNotFound } from '../store/not-found.ts';
import { queriesByIds } from '../store/turns.ts';
import type { GraphQLContext } from './context.ts';

/** The turns behind ids, as many as there are, in the same few statements. */
export async function readTurns(
  ids: readonly string[],
  { database, clock, viewer }: GraphQLContext,
): Promise<(Query | GatewayError)[]> {
  const turns = await queriesByIds(database, ids, { workspaceId: viewer.workspaceId, now: clock.now() });
  return ids.map((id) => turns.get(id) ?? queryNotFound(id));
}
