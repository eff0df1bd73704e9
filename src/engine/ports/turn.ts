import type { JsonObject, JsonValue } from '../../lib/json.ts';
import type { TurnEvent } from '../events.ts';

export type ShapeVerdict =
  | { readonly valid: true }
  /** `violation`: the first fault, naming its place: `/discount_pct must be number`. */
  | { readonly valid: false; readonly violation: string };

/** Tells whether a shaped answer conforms. Rejects with the signal's reason when it aborts. */
export interface ShapeValidator {
  validate(shape: JsonObject, value: JsonValue, signal: AbortSignal): Promise<ShapeVerdict>;
}

/** What is known of the turns that work contexts hold a record of. */
export interface WorkLog {
  /** The `step_id`s of each of these turns, in order; turns that are gone are left out. */
  stepsOf(queryIds: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>>;
}

/** Where a turn's events go. `append` returns when they are durable. */
export interface EventSink {
  append(events: readonly TurnEvent[]): Promise<void>;
}
