import type { JsonObject } from '../lib/json.ts';
import type { RetrievalMode, ThinkingLevel, Warning, Workflow } from './query.ts';

/** How a turn answers: by composing, or with the retrieved material itself. */
export type AnswerMode = 'compose' | RetrievalMode;

/**
 * The per-turn controls of a request with every default filled in, every precedence decided (§8.3), and a warning
 * for each control that was sent and has no effect.
 */
export interface TurnControls {
  readonly mode: AnswerMode;
  readonly workflow: Workflow;
  /** JSON Schema that the answer must validate against; null for prose, and in every retrieval mode. */
  readonly shape: JsonObject | null;
  /** 1 to 900. */
  readonly timeoutSeconds: number;
  readonly maxSteps: number;
  readonly thinkingLevel: ThinkingLevel;
  /** Items of a retrieval envelope, chunks and artifacts each counted. */
  readonly maxRetrieved: number;
  /** Characters (code points) of an item's text; null for all of it. */
  readonly maxRetrievedChars: number | null;
  readonly warnings: readonly Warning[];
}
