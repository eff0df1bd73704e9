import { GatewayError } from '../errors.ts';
import type { IdPrefix } from '../lib/ids.ts';
import { idPrefix } from '../lib/ids.ts';

/** The GraphQL type behind each kind of id that `node` resolves. */
const NODE_TYPES: Partial<Record<IdPrefix, string>> = {
  qry: 'KnowQLQuery',
  ses: 'Session',
  ctx: 'Context',
  src: 'Source',
  art: 'Artifact',
};

const MAX_IDS = 100;

/**
 * Ids are the same strings in JSON and in GraphQL; their prefix names the type.
 * @throws GatewayError `bad_request` for text that names no node.
 */
export function decodeNodeId(id: string): { readonly typename: string; readonly id: string } {
  const prefix = idPrefix(id);
  const typename = prefix && NODE_TYPES[prefix];
  if (typename === undefined) {
    const known = Object.keys(NODE_TYPES).map((name) => `${name}_…`);
    throw new GatewayError('bad_request', `This is not the id of a node: those begin like ${known.join(', ')}.`, {
      field: 'id',
    });
  }
  return { typename, id };
}

/** Loaders say that something is missing with an error; `node` says it with null. */
function nullIfMissing(node: unknown): unknown {
  return node instanceof GatewayError && node.status === 404 ? null : node;
}

export const NODE_QUERY = {
  description: 'The object behind any id, null when there is none.',
  args: { id: { description: 'Id of a turn, session, context, source or artifact: `ses_01h…`.' } },
  resolve: async <Id>(
    _root: unknown,
    { id }: { id: Id },
    _context: unknown,
    _info: unknown,
    resolveNode: (id: Id) => unknown,
  ): Promise<unknown> => nullIfMissing(await resolveNode(id)),
};

export const NODES_QUERY = {
  description: 'The objects behind several ids, in their order, null where there is none.',
  args: { ids: { description: 'At most 100 ids, of any mix of types.' } },
  complexity: ({ ids }: { readonly ids: readonly unknown[] }) => ({ field: 1, multiplier: ids.length }),
  resolve: async <Id>(
    _root: unknown,
    { ids }: { ids: Id[] },
    _context: unknown,
    _info: unknown,
    resolveNodes: (ids: Id[]) => Promise<unknown[]>,
  ): Promise<unknown[]> => {
    if (ids.length > MAX_IDS) {
      throw new GatewayError('bad_request', `ids names at most ${MAX_IDS} objects, not ${ids.length}.`, {
        field: 'ids',
      });
    }
    return (await resolveNodes(ids)).map(nullIfMissing);
  },
};
