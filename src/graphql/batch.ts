import { createContextCache } from '@pothos/core';
import DataLoader from 'dataloader';
import type { GraphQLContext } from './context.ts';
import type { Page } from './paging.ts';

/**
 * Loads the same page below many parents at once: all that are asked for in one tick share a statement.
 * `load` gives the rows of all parents in the order of the page, `parentOf` tells whose a row is.
 */
export function batchPages<Row>(
  load: (context: GraphQLContext, parentIds: readonly string[], page: Page) => Promise<readonly Row[]>,
  parentOf: (row: Row) => string,
): (context: GraphQLContext, parentId: string, page: Page) => Promise<readonly Row[]> {
  const loaders = createContextCache((_context: GraphQLContext) => new Map<string, DataLoader<string, Row[]>>());
  return (context, parentId, page) => {
    const byPage = loaders(context);
    const key = JSON.stringify(page);
    let loader = byPage.get(key);
    if (loader === undefined) {
      const loadAll = async (parentIds: readonly string[]): Promise<Row[][]> => {
        const rows = new Map<string, Row[]>(parentIds.map((id) => [id, []]));
        for (const row of await load(context, parentIds, page)) rows.get(parentOf(row))?.push(row);
        return parentIds.map((id) => rows.get(id) ?? []);
      };
      loader = new DataLoader(loadAll, NO_CACHE);
      byPage.set(key, loader);
    }
    return loader.load(parentId);
  };
}

/** Counts something for each of many parents at once; parents that `count` leaves out have none. */
export function batchCounts(
  count: (context: GraphQLContext, parentIds: readonly string[]) => Promise<ReadonlyMap<string, number>>,
): (context: GraphQLContext, parentId: string) => Promise<number> {
  const loaders = createContextCache((context: GraphQLContext) => {
    const countAll = async (parentIds: readonly string[]): Promise<number[]> => {
      const counts = await count(context, parentIds);
      return parentIds.map((id) => counts.get(id) ?? 0);
    };
    return new DataLoader<string, number>(countAll, NO_CACHE);
  });
  return (context, parentId) => loaders(context).load(parentId);
}

// A subscription keeps its context for hours: batch, but remember nothing.
const NO_CACHE = { cache: false } as const;
