import SchemaBuilder from '@pothos/core';
import ComplexityPlugin from '@pothos/plugin-complexity';
import DataloaderPlugin from '@pothos/plugin-dataloader';
import PrismaPlugin from '@pothos/plugin-prisma';
import RelayPlugin from '@pothos/plugin-relay';
import type { JsonValue } from '../lib/json.ts';
import type PrismaTypes from '../store/prisma/pothos-types.ts';
import { getDatamodel } from '../store/prisma/pothos-types.ts';
import { COMPLEXITY } from './complexity.ts';
import type { GraphQLContext } from './context.ts';
import { decodeNodeId, NODE_QUERY, NODES_QUERY } from './node-queries.ts';
import { RELAY_TEXTS } from './relay-texts.ts';

/** Defines no types: each file under `types/` and `scalars/` adds its own. */
export const builder = new SchemaBuilder<{
  Context: GraphQLContext;
  DefaultFieldNullability: false;
  DefaultEdgesNullability: false;
  DefaultNodeNullability: false;
  Connection: { readonly countAll: () => number | Promise<number> };
  PrismaTypes: PrismaTypes;
  Scalars: {
    ID: { Input: string; Output: string };
    JSON: { Input: JsonValue; Output: unknown };
    SafeInt: { Input: number; Output: number | bigint };
    DateTime: { Input: Date; Output: Date | string };
  };
}>({
  plugins: [ComplexityPlugin, RelayPlugin, DataloaderPlugin, PrismaPlugin],
  defaultFieldNullability: false,
  complexity: COMPLEXITY,
  prisma: {
    client: (context) => context.database.prisma,
    dmmf: getDatamodel(),
    onUnusedQuery: null,
  },
  relay: {
    ...RELAY_TEXTS,
    nodeQueryOptions: NODE_QUERY,
    nodesQueryOptions: NODES_QUERY,
    encodeGlobalID: (_typename, id) => String(id),
    decodeGlobalID: decodeNodeId,
  },
});

builder.queryType({ description: 'Reads. Everything is seen within the workspace of the caller.' });
builder.mutationType({ description: 'Writes: ask, cancel, judge, and look after sessions and contexts.' });
builder.subscriptionType({ description: 'Live events. Every subscription can be left and taken up again.' });
