import type { Citation, Query, Rollup, Step, Synthesis, Usage } from '../knowql/query.ts';
import type { JsonValue } from '../lib/json.ts';

/**
 * What happened in a turn, in order. The events of a turn are numbered from 1 without gaps (`seq`); the first is
 * `response.created`, the last and only terminal one is `response.completed`, `.failed` or `.cancelled`.
 * `fold` reads the turn's state out of them; nothing else holds it.
 */
export type TurnEvent =
  | CreatedEvent
  | StepEvent
  | OutputTextDeltaEvent
  | TurnRollupEvent
  | SynthesisEvent
  | TraceEvent
  | TerminalEvent;

export interface CreatedEvent {
  readonly type: 'response.created';
  /** The turn as it was accepted: `in_progress`, no output. */
  readonly query: Query;
}

/** A step began, moved on or ended. The last event of a `stepId` holds the step's final state. */
export interface StepEvent {
  readonly type: 'response.step';
  readonly step: Step;
}

/** The next piece of the answer's text. Never empty, never half a surrogate pair. */
export interface OutputTextDeltaEvent {
  readonly type: 'response.output_text.delta';
  readonly delta: string;
}

export interface TurnRollupEvent {
  readonly type: 'response.turn_rollup';
  readonly rollup: Rollup;
}

export interface SynthesisEvent {
  readonly type: 'response.synthesis';
  readonly synthesis: Synthesis;
}

export interface TraceEvent {
  readonly type: 'response.trace';
  readonly traceRef: string;
}

/** What a turn came to. Its text and steps are in the events before it. */
export interface TurnResult {
  /** Catalogue id of the model that answered, null where none did. */
  readonly model: string | null;
  readonly outputJson: JsonValue;
  readonly citations: readonly Citation[];
  readonly usage: Usage;
  readonly runtimeMs: number;
}

export type TerminalEvent =
  | { readonly type: 'response.completed'; readonly result: TurnResult }
  | { readonly type: 'response.failed'; readonly error: string; readonly result: TurnResult }
  | { readonly type: 'response.cancelled'; readonly error: string; readonly result: TurnResult };

export type TurnEventType = TurnEvent['type'];

/** An event in its place in the log. */
export interface QueryEvent<E extends TurnEvent = TurnEvent> {
  readonly queryId: string;
  /** From 1, without gaps within a turn. */
  readonly seq: number;
  readonly event: E;
}

export function isTerminal(event: TurnEvent): event is TerminalEvent {
  return event.type === 'response.completed' || event.type === 'response.failed' || event.type === 'response.cancelled';
}
