import type { CitationItem, StepItem, TurnEvent, TurnItem, TurnStatus } from '../api/operations.ts';

/** One turn as the page shows it. */
export interface Turn {
  /** Null until the gateway has accepted it. */
  readonly id: string | null;
  readonly ask: string;
  readonly status: TurnStatus;
  readonly text: string;
  readonly steps: readonly StepItem[];
  readonly citations: readonly CitationItem[];
  readonly error: string | null;
  readonly model: string | null;
  readonly runtimeMs: number;
  readonly totalTokens: number;
  readonly warnings: readonly string[];
}

/** A turn that was just asked for. */
export function newTurn(ask: string): Turn {
  return {
    id: null,
    ask,
    status: 'IN_PROGRESS',
    text: '',
    steps: [],
    citations: [],
    error: null,
    model: null,
    runtimeMs: 0,
    totalTokens: 0,
    warnings: [],
  };
}

/** A turn as it is stored. */
export function toTurn(item: TurnItem): Turn {
  return {
    id: item.id,
    ask: item.input.findLast(({ role }) => role === 'user')?.content ?? '',
    status: item.status,
    text: item.text,
    steps: item.steps,
    citations: item.citations,
    error: item.error,
    model: item.model,
    runtimeMs: item.runtimeMs,
    totalTokens: item.usage.totalTokens,
    warnings: item.warnings.map(({ message }) => message),
  };
}

/** The same turn before any of its events: where a replay from the start begins. */
export const beforeEvents = (turn: Turn): Turn => ({ ...newTurn(turn.ask), id: turn.id, warnings: turn.warnings });

/** The turn after one more event. */
export function foldTurn(turn: Turn, event: TurnEvent): Turn {
  switch (event.__typename) {
    case 'StepEvent': {
      const at = turn.steps.findIndex(({ stepId }) => stepId === event.step.stepId);
      return { ...turn, steps: at === -1 ? [...turn.steps, event.step] : turn.steps.with(at, event.step) };
    }
    case 'OutputTextDeltaEvent':
      return { ...turn, text: turn.text + event.delta };
    case 'TerminalEvent':
      return event.query === null ? { ...turn, status: event.status, error: event.error } : toTurn(event.query);
    case 'CreatedEvent':
    case 'TurnRollupEvent':
    case 'SynthesisEvent':
    case 'TraceEvent':
      return turn;
  }
}
