import { isTerminal, type StepEvent, type TerminalEvent, type TurnEvent } from '../../../src/engine/events.ts';
import type { Retriever, ScopedContext } from '../../../src/engine/ports/knowledge.ts';
import type { Model } from '../../../src/engine/ports/model.ts';
import type { ShapeValidator } from '../../../src/engine/ports/turn.ts';
import { runTurn } from '../../../src/engine/turn.ts';
import type { TurnInput } from '../../../src/engine/turn-input.ts';
import type { TurnControls } from '../../../src/knowql/controls.ts';
import type { Step } from '../../../src/knowql/query.ts';
import { context } from './memory-knowledge.ts';

const CONTROLS: TurnControls = {
  mode: 'compose',
  workflow: 'search',
  shape: null,
  timeoutSeconds: 900,
  maxSteps: 8,
  thinkingLevel: 'low',
  maxRetrieved: 20,
  maxRetrievedChars: null,
  warnings: [],
};

export interface TurnSetup extends Partial<Omit<TurnInput, 'controls'>> {
  readonly controls?: Partial<TurnControls>;
  readonly retriever: Retriever;
  readonly shapes?: ShapeValidator;
  readonly signal?: AbortSignal;
}

export const ACCEPT_ANY_SHAPE: ShapeValidator = { validate: () => Promise.resolve({ valid: true }) };

export function turnInput(setup: Omit<TurnSetup, 'retriever'>): TurnInput {
  const scope: readonly ScopedContext[] = [context('docs')];
  return {
    queryId: 'qry_test',
    ask: 'What are the payment terms?',
    contexts: scope,
    history: [],
    models: [] as readonly Model[],
    systemPrompt: null,
    guardrails: null,
    vars: {},
    tools: [],
    traceRef: 'trace/qry_test',
    ...setup,
    controls: { ...CONTROLS, ...setup.controls },
  };
}

/** A clock that steps a millisecond at each look. */
export function tickingClock(): { monotonic(): number } {
  let now = 0;
  return { monotonic: () => (now += 1) };
}

export function startTurn({ retriever, shapes = ACCEPT_ANY_SHAPE, signal, ...input }: TurnSetup) {
  const work = { stepsOf: () => Promise.resolve(new Map<string, readonly string[]>()) };
  const ports = { retriever, shapes, clock: tickingClock(), work };
  return runTurn(turnInput(input), ports, signal ?? new AbortController().signal);
}

export async function collect(events: AsyncIterable<TurnEvent>): Promise<readonly TurnEvent[]> {
  const all: TurnEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
}

export interface FinishedTurn {
  readonly events: readonly TurnEvent[];
  readonly terminal: TerminalEvent;
  readonly text: string;
  /** The final state of each step, in order of first appearance. */
  readonly steps: readonly Step[];
}

export async function finishTurn(setup: TurnSetup): Promise<FinishedTurn> {
  return toFinished(await collect(startTurn(setup)));
}

export function toFinished(events: readonly TurnEvent[]): FinishedTurn {
  const terminals = events.filter(isTerminal);
  const terminal = events.at(-1);
  if (terminals.length !== 1 || terminal === undefined || !isTerminal(terminal)) {
    throw new Error(`a turn ends with its one terminal event, not ${events.map(({ type }) => type).join(', ')}`);
  }
  const steps = new Map<string, Step>();
  for (const { step } of events.filter((event): event is StepEvent => event.type === 'response.step')) {
    steps.set(step.stepId, step);
  }
  const text = events.map((event) => (event.type === 'response.output_text.delta' ? event.delta : '')).join('');
  return { events, terminal, text, steps: [...steps.values()] };
}
