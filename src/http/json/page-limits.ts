import { GatewayError } from '../../errors.ts';

export interface PageRequest {
  /** Items that are wanted. */
  readonly limit: number;
  /** What to read in order to know whether there is more: one item beyond the page. */
  readonly range: { readonly first: number; readonly after?: string };
}

/** `limit` and `after` of a request; `after` is the id of the last item of the page before. */
export function pageRequest(
  request: Request,
  bounds: { readonly fallback: number; readonly most: number },
): PageRequest {
  const { searchParams } = new URL(request.url);
  const limit = limitOf(searchParams.get('limit'), bounds);
  const after = searchParams.get('after');
  return { limit, range: { first: limit + 1, ...(after === null ? {} : { after }) } };
}

export function toPage<T>(
  items: readonly T[],
  limit: number,
): { readonly page: readonly T[]; readonly has_more: boolean } {
  return { page: items.slice(0, limit), has_more: items.length > limit };
}

function limitOf(
  text: string | null,
  { fallback, most }: { readonly fallback: number; readonly most: number },
): number {
  if (text === null) return fallback;
  const limit = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (limit >= 1 && limit <= most) return limit;
  throw new GatewayError('bad_request', `limit must be a whole number from 1 to ${most}.`, { field: 'limit' });
}
