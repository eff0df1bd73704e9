import type { Rollup, Step, StepStrategy, ToolCall, Usage } from '../knowql/query.ts';
import type { Clock } from '../lib/clock.ts';
import type { JsonObject, JsonValue } from '../lib/json.ts';
import { publicMessage } from './ending.ts';
import type { StepEvent, TurnRollupEvent } from './events.ts';
import type { EmbeddingUsage, ModelPrice, TokenUsage } from './ports.ts';
import { Spending } from './spending.ts';

interface OpenStep {
  readonly stepId: string;
  readonly strategy: StepStrategy;
  readonly startedAt: number;
  readonly toolCalls: ToolCall[];
  readonly spending: Spending;
}

interface CallDescription<T> {
  readonly fn: string;
  readonly category: string;
  readonly args: JsonObject;
  readonly scoreSpace?: string;
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
    this.#open = { stepId, strategy, startedAt, toolCalls: [], spending: new Spending() };
    return { type: 'response.step', step: { stepId, status: 'running', commentary, fns: strategy.fns, strategy } };
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

  /** For calls that yield as they go. The call is on the books once it succeeds or fails. */
  beginCall({ fn, category, args, scoreSpace }: Omit<CallDescription<unknown>, 'summarise'>): OpenCall {
    const { toolCalls } = this.#current();
    const startedAt = this.#clock.monotonic();
    const close = (outcome: Pick<ToolCall, 'ok' | 'result' | 'error'>) => {
      const durationMs = this.#since(startedAt);
      toolCalls.push({
        fn,
        category,
        args,
        durationMs,
        ...outcome,
        ...(scoreSpace === undefined ? {} : { scoreSpace }),
      });
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

  complete(commentary: string): StepEvent {
    return this.#close('completed', commentary);
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

  #close(status: Step['status'], commentary: string): StepEvent {
    const { stepId, strategy, startedAt, toolCalls, spending } = this.#current();
    this.#open = undefined;
    const executeMs = toolCalls.reduce((sum, { durationMs }) => sum + durationMs, 0);
    const step: Step = {
      stepId,
      status,
      commentary,
      fns: strategy.fns,
      strategy,
      toolCalls,
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
    return Math.max(0, Math.round(this.#clock.monotonic() - start));
  }
}
