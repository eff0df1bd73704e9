import { GatewayError } from '../errors.ts';
import type { Page } from './paging.ts';

/** A place in a list that is ordered by the time its items were made. */
export interface Place {
  readonly createdAt: Date;
  readonly id: string;
}

/**
 * Where the page starts; undefined for the list's own start or end.
 * @throws GatewayError when the cursor belongs to another kind of list.
 */
export function placeIn({ keys, backward }: Page): Place | undefined {
  if (keys === undefined) return undefined;
  const [milliseconds, id] = keys;
  const createdAt = new Date(Number(milliseconds));
  if (typeof milliseconds !== 'number' || Number.isNaN(createdAt.getTime()) || typeof id !== 'string') {
    const field = backward ? 'before' : 'after';
    throw new GatewayError('bad_request', `${field} is the cursor of another list.`, { field });
  }
  return { createdAt, id };
}
