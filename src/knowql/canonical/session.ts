import type { Session, Trace, TraceStep } from '../query.ts';
import { documentForm } from './document.ts';
import { list, nullable, object, optional, string, stringOrObject } from './form.ts';
import { MAX_SCOPE } from './request.ts';
import { rollupForm, stepCostForm, stepStrategyForm, toolCallForm } from './step.ts';

export const sessionForm = documentForm<Session>({
  id: string(),
  scope: list(string(), { minItems: 1, maxItems: MAX_SCOPE }),
  title: nullable(string()),
  systemPrompt: nullable(string()),
  guardrails: nullable(string()),
  models: list(string()),
  tools: list(string()),
  vars: object,
  workflow: nullable(string()),
  lastQueryId: nullable(string()),
  createdAt: string(),
  updatedAt: string(),
});

export const traceStepForm = documentForm<TraceStep>({
  stepId: string(),
  commentary: string(),
  code: optional(stringOrObject),
  calls: optional(list(toolCallForm)),
  strategy: optional(stepStrategyForm),
  cost: optional(stepCostForm),
});

export const traceForm = documentForm<Trace>({ steps: list(traceStepForm), rollup: nullable(rollupForm) });
