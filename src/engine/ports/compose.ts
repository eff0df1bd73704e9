import type { ThinkingLevel } from '../../knowql/query.ts';
import type { JsonObject, JsonValue } from '../../lib/json.ts';
import type { Hit, KnowledgeSnapshot } from './knowledge.ts';

/** A retrieved piece that the answer may rest on. Its `number` is what a citation refers to. */
export interface Passage {
  /** From 1, best first. */
  readonly number: number;
  readonly hit: Hit;
}

/** A turn before this one, as conversation history. */
export interface HistoryTurn {
  readonly queryId: string;
  readonly ask: string;
  readonly answer: string;
}

export interface ComposeRequest {
  readonly ask: string;
  /** The ask with what the history adds to it; equal to `ask` on a first turn. */
  readonly standaloneAsk: string;
  /** Oldest first. */
  readonly history: readonly HistoryTurn[];
  readonly passages: readonly Passage[];
  readonly knowledge: KnowledgeSnapshot;
  readonly systemPrompt: string | null;
  readonly guardrails: string | null;
  readonly vars: JsonObject;
  /** JSON Schema that the answer must validate against; null for prose. */
  readonly shape: JsonObject | null;
  readonly thinkingLevel: ThinkingLevel;
  /** Set on the one further call that a model gets whose shaped answer did not conform. */
  readonly repair?: { readonly value: JsonValue; readonly violation: string };
}

/** What a model says while it composes, in order. Exactly one `finish` comes last, with all that the call used. */
export type ComposePart =
  | { readonly kind: 'text'; readonly text: string }
  /** Something about the call that its step is to say: one sentence. */
  | { readonly kind: 'note'; readonly text: string }
  /** A shaped answer, whole. */
  | { readonly kind: 'json'; readonly value: JsonValue }
  /** The text so far rests on characters `start` to `end` (UTF-16, within the chunk's text) of that passage. */
  | {
      readonly kind: 'citation';
      readonly passage: number;
      readonly start: number;
      readonly end: number;
      readonly score: number;
    }
  /** The text so far rests on that passage, though no span of it could be told. */
  | { readonly kind: 'reference'; readonly passage: number }
  | { readonly kind: 'finish'; readonly usage: TokenUsage };

export interface TokenUsage {
  /** All that the model read, what came from a cache included. */
  readonly inputTokens: number;
  /** All that the model wrote, what it thought included. */
  readonly outputTokens: number;
  readonly cachedInputTokens?: number;
  readonly thinkingTokens?: number;
}

/**
 * Told what a call has used so far, counted from its start, whenever the provider says so. A call that fails or is
 * stopped has cost what was reported last.
 */
export type ReportUsage = (usage: TokenUsage) => void;

/** US dollars for a million tokens. */
export interface ModelPrice {
  readonly input: number;
  /** As `input` when absent. */
  readonly cachedInput?: number;
  readonly output: number;
}
