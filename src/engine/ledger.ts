import type { Rollup, Step, StepStrategy, ToolCall, Usage } from '../knowql/query.ts';
import type { Clock } from '../lib/clock.ts';
import type { JsonObject, JsonValue } from '../lib/json.ts';
import { publicMessage } from './ending.ts';
import type { StepEvent, TurnRollupEvent } from './events.ts';
import type { ModelPrice, TokenUsage } from './ports/compose.ts';
import type { EmbeddingUsage } from './ports/embedder.ts';
import { Spending } from './spending.ts';

interface OpenStep {
  readonly stepId: string;
  readonly strategy: StepStrategy;
  readonly startedAt: number;
  /** In the order in which they were begun; undefined while under way. */
  readonly toolCalls: (ToolCall | undefined)[];
  readonly executing: { calls: number; since: number; ms: number };
  readonly spending: Spending;
  /** Programs that it ran. */
  readonly code: string[];
}

interface CallDescription<T> {
  readonly fn: string;
  readonly category: string;
  readonly args: JsonObject;
  readonly scoreSpace?: string;
  /** Whether its time was spent on deciding what to do, not on doing it. */
  readonly decides?: boolean;
  /** The result as the step shows it: a summary, never the whole. */
  readonly summarise: (value: T) => JsonValue;
}

/** A tool call that is under way. */
export interface OpenCall {
  succeed(result: JsonValue): void;
  fail(error: unknown): void;
}

/**
 * Keeps the books of one turn: its steps in order, what each of them called, how long it took and what it cost.
 * One step is open at a time. Whatever is counted belongs to a step, so the steps add up to the turn's usage.
 */
export class TurnLedger {
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #startedAt: number;
  readonly #closed: Step[] = [];
  readonly #total = new Spending();
  readonly #hits = new Set<string>();
  #open: OpenStep | undefined;

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.#clock = clock;
    this.#startedAt = clock.monotonic();
  }

  /** Opens a step; its first event says what is about to be done. */
  begin(stepId: string, commentary: string, strategy: StepStrategy): StepEvent {
    if (this.#open !== undefined) throw new Error(`step ${this.#open.stepId} is still open`);
    const startedAt = this.#clock.monotonic();
    this.#open = {
      stepId,
      strategy,
      startedAt,
      toolCalls: [],
      executing: { calls: 0, since: 0, ms: 0 },
      spending: new Spending(),
      code: [],
    };
    return this.progress(commentary);
  }

  /** Says what the open step is at now. */
  progress(commentary: string): StepEvent {
    const { stepId, strategy, toolCalls } = this.#current();
    const done = toolCalls.filter((call) => call !== undefined);
    return {
      type: 'response.step',
      step: {
        stepId,
        status: 'running',
        commentary,
        fns: strategy.fns,
        strategy,
        ...(done.length === 0 ? {} : { toolCalls: done }),
      },
    };
  }

  /** Does `work` as a tool call of the open step. */
  async call<T>(description: CallDescription<T>, work: () => Promise<T>): Promise<T> {
    const call = this.beginCall(description);
    try {
      const value = await work();
      call.succeed(description.summarise(value));
      return value;
    } catch (error) {
      call.fail(error);
      throw error;
    }
  }

  /** For calls that yield as they go, or that run side by side. One is on the books once it succeeds or fails. */
  beginCall(description: Omit<CallDescription<unknown>, 'summarise'>): OpenCall {
    const { fn, category, args, scoreSpace, decides = false } = description;
    const { toolCalls, executing } = this.#current();
    const startedAt = this.#clock.monotonic();
    const place = toolCalls.push(undefined) - 1;
    if (!decides && executing.calls++ === 0) executing.since = startedAt;
    const close = (outcome: Pick<ToolCall, 'ok' | 'result' | 'error'>) => {
      const endedAt = this.#clock.monotonic();
      if (!decides && --executing.calls === 0) executing.ms += endedAt - executing.since;
      toolCalls[place] = {
        fn,
        category,
        args,
        durationMs: toMs(endedAt - startedAt),
        ...outcome,
        ...(scoreSpace === undefined ? {} : { scoreSpace }),
      };
    };
    return {
      succeed: (result) => close({ ok: true, result }),
      fail: (error) => close({ ok: false, result: null, error: publicMessage(error) }),
    };
  }

  /** Counts a model call on the open step. Without a price, what the turn cost is not known. */
  spend(usage: TokenUsage, price?: ModelPrice): void {
    for (const sum of [this.#current().spending, this.#total]) sum.onModel(usage, price);
  }

  /** Counts an embedding on the open step. */
  spendOnEmbedding(usage: EmbeddingUsage): void {
    for (const sum of [this.#current().spending, this.#total]) sum.onEmbedding(usage);
  }

  /** Counts what was found. The same chunk found twice is one hit. */
  found(chunkIds: Iterable<string>): void {
    for (const id of chunkIds) this.#hits.add(id);
  }

  /** Shows a program that the open step ran. */
  ran(code: string): void {
    this.#current().code.push(code);
  }

  /** `used`: the tools that were called, where the strategy only says which ones could be. */
  complete(commentary: string, used?: readonly string[]): StepEvent {
    return this.#close('completed', commentary, used);
  }

  /** Ends the step that was open when the turn broke off, if any was. */
  abandon(commentary: string): readonly StepEvent[] {
    return this.#open === undefined ? [] : [this.#close('failed', commentary)];
  }

  /** The ended step of that id, if there is one. */
  step(stepId: string): Step | undefined {
    return this.#closed.find((step) => step.stepId === stepId);
  }

  /** Milliseconds since the turn began. */
  runtimeMs(): number {
    return this.#since(this.#startedAt);
  }

  usage(): Usage {
    return this.#total.toUsage();
  }

  rollup(): TurnRollupEvent {
    const calls = this.#closed.flatMap(({ toolCalls }) => toolCalls ?? []);
    const byCategory = new Map<string, number>();
    for (const { category } of calls) byCategory.set(category, (byCategory.get(category) ?? 0) + 1);
    const rollup: Rollup = {
      nSteps: this.#closed.length,
      nToolCalls: calls.length,
      byCategory: Object.fromEntries(byCategory),
      totalHits: this.#hits.size,
      durationMs: this.runtimeMs(),
      cacheReadTokens: this.#total.cachedTokens,
    };
    return { type: 'response.turn_rollup', rollup };
  }

  #close(status: Step['status'], commentary: string, used?: readonly string[]): StepEvent {
    const { stepId, strategy, startedAt, toolCalls, executing, spending, code } = this.#current();
    this.#open = undefined;
    // Calls that run side by side take their time once.
    const executeMs = toMs(executing.ms);
    const step: Step = {
      stepId,
      status,
      commentary,
      fns: used ?? strategy.fns,
      strategy,
      toolCalls: toolCalls.filter((call) => call !== undefined),
      ...(code.length === 0 ? {} : { code: code.join(';\n\n') }),
      cost: {
        ...spending.toStepCost(),
        decideMs: Math.max(0, this.#since(startedAt) - executeMs),
        executeMs,
      },
      inputTokens: spending.inputTokens,
      outputTokens: spending.outputTokens,
      totalTokens: spending.inputTokens + spending.outputTokens,
      cumInputTokens: this.#total.inputTokens,
      cumOutputTokens: this.#total.outputTokens,
    };
    this.#closed.push(step);
    return { type: 'response.step', step };
  }

  #current(): OpenStep {
    if (this.#open === undefined) throw new Error('no step is open');
    return this.#open;
  }

  #since(start: number): number {
    return toMs(this.#clock.monotonic() - start);
  }
}

function toMs(duration: number): number {
  return Math.max(0, Math.round(duration));
}
