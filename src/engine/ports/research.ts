import type { JsonObject } from '../../lib/json.ts';
import type { ComposeRequest, TokenUsage } from './compose.ts';
import type { ScopedContext } from './knowledge.ts';

/** A tool as a model is told of it. */
export interface ToolDeclaration {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments: an object. */
  readonly parameters: JsonObject;
}

/** A call that a model wants made. */
export interface ToolRequest {
  /** Unique within one turn's research. */
  readonly id: string;
  readonly name: string;
  readonly args: JsonObject;
}

export interface ToolResponse {
  /** The `id` and `name` of the call that it answers. */
  readonly id: string;
  readonly name: string;
  readonly response: JsonObject;
}

/** What a model wants to do next. No calls: it has seen enough. */
export interface ResearchMove {
  /** Why, in the model's words; "" when it gave none. */
  readonly commentary: string;
  readonly calls: readonly ToolRequest[];
  readonly usage: TokenUsage;
  /** The provider's own record of the move, handed back unchanged with the responses. */
  readonly record: unknown;
}

export interface ResearchExchange {
  readonly move: ResearchMove;
  /** One for each call of the move, in its order. */
  readonly responses: readonly ToolResponse[];
}

/** What a model is shown when it decides what to look up next. */
export interface ResearchRequest
  extends Pick<
    ComposeRequest,
    'ask' | 'standaloneAsk' | 'history' | 'systemPrompt' | 'guardrails' | 'vars' | 'shape' | 'thinkingLevel'
  > {
  readonly contexts: readonly ScopedContext[];
  readonly tools: readonly ToolDeclaration[];
  /** Oldest first. */
  readonly exchanges: readonly ResearchExchange[];
  /** Moves that are left, this one included. */
  readonly stepsLeft: number;
}
