import type { StepCost, Usage } from '../knowql/query.ts';
import type { ModelPrice, TokenUsage } from './ports/compose.ts';
import type { EmbeddingUsage } from './ports/embedder.ts';

/** A price in US dollars for a million tokens is one in billionths of a dollar for a thousandth of that. */
const NANO_PER_TOKEN = 1_000;
const NANO = 1e9;

/**
 * What was spent: on one step, or on a whole turn. Money is counted in whole billionths of a dollar, so that the
 * steps of a turn add up to its total to the last digit.
 */
export class Spending {
  #input = 0;
  #output = 0;
  #cached = 0;
  #thinking = 0;
  #nanoUsd = 0;
  /** Whether anything was spent, and all of it at a known price. */
  #priced: boolean | undefined;

  get inputTokens(): number {
    return this.#input;
  }

  get outputTokens(): number {
    return this.#output;
  }

  get cachedTokens(): number {
    return this.#cached;
  }

  onModel({ inputTokens, outputTokens, cachedInputTokens = 0, thinkingTokens = 0 }: TokenUsage, price?: ModelPrice) {
    this.#input += inputTokens;
    this.#output += outputTokens;
    this.#cached += cachedInputTokens;
    this.#thinking += thinkingTokens;
    const fresh = Math.max(0, inputTokens - cachedInputTokens);
    this.#pay(
      price === undefined
        ? undefined
        : fresh * price.input + cachedInputTokens * (price.cachedInput ?? price.input) + outputTokens * price.output,
    );
  }

  onEmbedding({ inputTokens, price }: EmbeddingUsage): void {
    this.#input += inputTokens;
    this.#pay(price === undefined ? undefined : inputTokens * price);
  }

  /** Null when something was spent at no known price, or nothing at all. */
  get costUsd(): number | null {
    return this.#priced === true ? this.#nanoUsd / NANO : null;
  }

  toUsage(): Usage {
    return {
      inputTokens: this.#input,
      outputTokens: this.#output,
      totalTokens: this.#input + this.#output,
      costUsd: this.costUsd,
      ...(this.#cached === 0 ? {} : { cachedInputTokens: this.#cached }),
      ...(this.#thinking === 0 ? {} : { thinkingTokens: this.#thinking }),
    };
  }

  toStepCost(): Omit<StepCost, 'decideMs' | 'executeMs'> {
    return {
      tokensIn: this.#input,
      tokensOut: this.#output,
      ...(this.#cached === 0
        ? {}
        : { tokensInCached: this.#cached, tokensInFresh: Math.max(0, this.#input - this.#cached) }),
      ...(this.#thinking === 0 ? {} : { tokensThinking: this.#thinking }),
      ...(this.costUsd === null ? {} : { costUsd: this.costUsd }),
    };
  }

  #pay(priceOfMillion: number | undefined): void {
    this.#priced = (this.#priced ?? true) && priceOfMillion !== undefined;
    if (priceOfMillion !== undefined) this.#nanoUsd += Math.round(priceOfMillion * NANO_PER_TOKEN);
  }
}
