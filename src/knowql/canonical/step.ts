import type { Rollup, Step, StepCost, StepStrategy, Synthesis, ToolCall, TraceTruncation } from '../query.ts';
import { documentForm } from './document.ts';
import {
  boolean,
  count,
  countsByName,
  json,
  list,
  number,
  object,
  oneOf,
  optional,
  string,
  stringOrObject,
} from './form.ts';

export const toolCallForm = documentForm<ToolCall>({
  fn: string(),
  category: string(),
  args: object,
  result: json,
  durationMs: count,
  ok: boolean,
  scoreSpace: optional(string()),
  error: optional(string()),
});

export const stepStrategyForm = documentForm<StepStrategy>({
  kind: string(),
  fns: list(string()),
  label: string(),
  scope: list(string()),
});

export const stepCostForm = documentForm<StepCost>({
  tokensIn: count,
  tokensOut: count,
  decideMs: count,
  executeMs: count,
  tokensInCached: optional(count),
  tokensInCacheWrite: optional(count),
  tokensInFresh: optional(count),
  tokensThinking: optional(count),
  costUsd: optional(number(0)),
});

export const traceTruncationForm = documentForm<TraceTruncation>({
  truncated: optional(boolean),
  droppedDocuments: optional(count),
  droppedToolCalls: optional(count),
});

export const stepForm = documentForm<Step>({
  stepId: string(),
  status: oneOf('running', 'completed', 'failed'),
  commentary: string(),
  fns: optional(list(string())),
  strategy: optional(stepStrategyForm),
  toolCalls: optional(list(toolCallForm)),
  code: optional(stringOrObject),
  traceTruncated: optional(traceTruncationForm),
  cost: optional(stepCostForm),
  inputTokens: optional(count),
  outputTokens: optional(count),
  totalTokens: optional(count),
  cumInputTokens: optional(count),
  cumOutputTokens: optional(count),
});

export const rollupForm = documentForm<Rollup>({
  nSteps: count,
  nToolCalls: count,
  byCategory: optional(countsByName),
  totalHits: count,
  durationMs: count,
  cacheReadTokens: optional(count),
  cacheWriteTokens: optional(count),
});

export const synthesisForm = documentForm<Synthesis>({
  status: string(),
  tokensIn: count,
  tokensOut: count,
  ms: count,
  answerPreview: optional(string()),
  tokensInCached: optional(count),
  tokensInCacheWrite: optional(count),
  tokensInFresh: optional(count),
});
