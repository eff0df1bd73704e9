import { type QueryRequest, THINKING_LEVELS } from '../query.ts';
import { documentForm } from './document.ts';
import { boolean, integer, list, object, oneOf, optional, string } from './form.ts';

/** Entries that `scope` may have; also those of a session. */
export const MAX_SCOPE = 10;
/** The default of `timeout_seconds` and its ceiling. */
export const MAX_TIMEOUT_SECONDS = 900;

const MAX_NAMES = 128;
const name = string({ minLength: 1, maxLength: 256 });

export const queryRequestForm = documentForm<QueryRequest>({
  ask: string({ minLength: 1 }),
  scope: optional(list(name, { minItems: 1, maxItems: MAX_SCOPE })),
  sessionId: optional(string()),
  previousQueryId: optional(string()),
  workflow: optional(string()),
  systemPrompt: optional(string()),
  guardrails: optional(string()),
  vars: optional(object),
  shape: optional(object),
  model: optional(string()),
  models: optional(list(string(), { minItems: 1, maxItems: MAX_NAMES })),
  tools: optional(list(string(), { maxItems: MAX_NAMES })),
  stream: optional(boolean),
  background: optional(boolean),
  timeoutSeconds: optional(integer(1, MAX_TIMEOUT_SECONDS)),
  maxSteps: optional(integer(1)),
  thinkingLevel: optional(oneOf(...THINKING_LEVELS)),
  compose: optional(boolean),
  retrievalOnly: optional(boolean),
  pointersOnly: optional(boolean),
  chunksOnly: optional(boolean),
  artifactsOnly: optional(boolean),
  maxRetrieved: optional(integer(1)),
  maxRetrievedChars: optional(integer(1)),
  comparisonGroup: optional(string({ minLength: 1, maxLength: 128 })),
});
