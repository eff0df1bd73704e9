import type {
  Citation,
  ComparisonMember,
  Feedback,
  InputMessage,
  OutputContent,
  OutputItem,
  Query,
  Usage,
  Warning,
} from '../query.ts';
import { documentForm } from './document.ts';
import { count, integer, json, list, nullable, number, oneOf, optional, string } from './form.ts';
import { rollupForm, stepForm, synthesisForm } from './step.ts';

export const inputMessageForm = documentForm<InputMessage>({ role: string(), content: string() });

export const outputContentForm = documentForm<OutputContent>({ type: string(), text: string() });

export const outputItemForm = documentForm<OutputItem>({ role: string(), content: list(outputContentForm) });

export const usageForm = documentForm<Usage>({
  inputTokens: count,
  outputTokens: count,
  totalTokens: count,
  costUsd: optional(nullable(number(0))),
  cachedInputTokens: optional(count),
  thinkingTokens: optional(count),
});

export const citationForm = documentForm<Citation>({
  source: string(),
  sectionPath: optional(string()),
  sectionPaths: optional(list(list(string()))),
  pages: optional(list(integer(1))),
  score: optional(number()),
  grounding: optional(string()),
  kind: optional(oneOf('chunk', 'artifact')),
  sourcePath: optional(string()),
  queryId: optional(string()),
  steps: optional(list(string())),
  artifactName: optional(string()),
  sources: optional(list(string())),
});

export const comparisonMemberForm = documentForm<ComparisonMember>({
  workflow: string(),
  queryId: string(),
  model: optional(nullable(string())),
});

export const feedbackForm = documentForm<Feedback>({
  rating: oneOf('up', 'down'),
  comment: optional(nullable(string({ maxLength: 2_000 }))),
});

export const warningForm = documentForm<Warning>({
  code: string(),
  field: optional(string()),
  message: string(),
});

export const queryForm = documentForm<Query>(
  {
    id: string(),
    sessionId: string(),
    model: nullable(string()),
    created: count,
    status: oneOf('in_progress', 'completed', 'failed', 'cancelled'),
    error: nullable(string()),
    previousQueryId: nullable(string()),
    input: list(inputMessageForm, { minItems: 1 }),
    output: list(outputItemForm),
    outputJson: json,
    citations: list(citationForm),
    steps: list(stepForm),
    usage: usageForm,
    runtimeMs: count,
    comparison: optional(nullable(list(comparisonMemberForm))),
    feedback: optional(nullable(feedbackForm)),
    maxSteps: optional(nullable(integer(Number.MIN_SAFE_INTEGER))),
    thinkingLevel: optional(nullable(string())),
    rollup: optional(nullable(rollupForm)),
    synthesis: optional(nullable(synthesisForm)),
    traceRef: optional(nullable(string())),
    warnings: optional(list(warningForm)),
  },
  { object: 'query' },
);
