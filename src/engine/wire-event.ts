import { toCanonical } from '../knowql/canonical.ts';
import type { JsonObject } from '../lib/json.ts';
import type { QueryEvent, TurnEvent } from './events.ts';

/**
 * The canonical form of an event in its place: `type`, `query_id` and `seq`, then what the event says, its document
 * spread out among them. A terminal event carries no document; the turn itself is read after it.
 */
export function toWireEvent({ queryId, seq, event }: QueryEvent): JsonObject {
  const head = { type: event.type, query_id: queryId, seq };
  // Once more after the body: an extension of a step may not pass for the event's own members.
  return { ...head, ...bodyOf(event), ...head };
}

function bodyOf(event: TurnEvent): JsonObject {
  switch (event.type) {
    case 'response.created':
      return { session_id: event.query.sessionId };
    case 'response.step':
      return toCanonical('Step', event.step);
    case 'response.output_text.delta':
      return { delta: event.delta };
    case 'response.turn_rollup':
      return toCanonical('Rollup', event.rollup);
    case 'response.synthesis':
      return toCanonical('Synthesis', event.synthesis);
    case 'response.trace':
      return { trace_ref: event.traceRef };
    case 'response.completed':
      return {};
    case 'response.failed':
    case 'response.cancelled':
      return { error: event.error };
  }
}
