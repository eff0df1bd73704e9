import { GatewayError } from '../../errors.ts';
import type { StreamDialect } from '../sse/event-streams.ts';
import { encodeFrame } from '../sse/frames.ts';

/** Both as events, which EventSource delivers; neither has an id, so that a client's cursor stays (§10.2, §13.2). */
export const JSON_DIALECT: StreamDialect = {
  heartbeat: encodeFrame({ event: 'heartbeat', data: '{}' }),
  closing: encodeFrame({ event: 'closing', data: '{"reason":"shutdown"}' }),
};

export function acceptsEventStream(request: Request): boolean {
  return request.headers.get('accept')?.includes('text/event-stream') === true;
}

/**
 * The exclusive cursor of a request: one less than `Last-Event-ID`, which names the first event that is wanted, else
 * `after`, else 0 (docs/protocol.md §9.2, §9.3).
 */
export function cursorOf(request: Request): number {
  const last = request.headers.get('last-event-id');
  if (last !== null && last !== '') return wholeNumber(last, 'Last-Event-ID', 1) - 1;
  const after = new URL(request.url).searchParams.get('after');
  return after === null ? 0 : wholeNumber(after, 'after', 0);
}

function wholeNumber(text: string, field: string, least: number): number {
  const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= least) return value;
  throw new GatewayError('bad_request', `${field} must be the seq of an event: a whole number from ${least} on.`, {
    field,
  });
}
