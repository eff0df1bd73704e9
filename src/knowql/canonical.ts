import type { JsonObject } from '../lib/json.ts';
import { decode } from './canonical/decode.ts';
import { encodeDocument } from './canonical/encode.ts';
import type { DocumentNode, FieldNode, Form } from './canonical/form.ts';
import { queryRequestForm } from './canonical/request.ts';
import {
  citationForm,
  comparisonMemberForm,
  feedbackForm,
  inputMessageForm,
  outputContentForm,
  outputItemForm,
  queryForm,
  usageForm,
  warningForm,
} from './canonical/response.ts';
import {
  retrievalCountsForm,
  retrievalDetailsForm,
  retrievalEnvelopeForm,
  retrievedArtifactForm,
  retrievedChunkForm,
} from './canonical/retrieval.ts';
import { sessionForm, traceForm, traceStepForm } from './canonical/session.ts';
import {
  rollupForm,
  stepCostForm,
  stepForm,
  stepStrategyForm,
  synthesisForm,
  toolCallForm,
  traceTruncationForm,
} from './canonical/step.ts';

/** Every document type of the language, by the name of its domain type. */
const FORMS = {
  QueryRequest: queryRequestForm,
  Query: queryForm,
  InputMessage: inputMessageForm,
  OutputItem: outputItemForm,
  OutputContent: outputContentForm,
  Usage: usageForm,
  Citation: citationForm,
  Step: stepForm,
  StepStrategy: stepStrategyForm,
  StepCost: stepCostForm,
  TraceTruncation: traceTruncationForm,
  ToolCall: toolCallForm,
  Rollup: rollupForm,
  Synthesis: synthesisForm,
  ComparisonMember: comparisonMemberForm,
  Feedback: feedbackForm,
  Warning: warningForm,
  RetrievalEnvelope: retrievalEnvelopeForm,
  RetrievalCounts: retrievalCountsForm,
  RetrievalDetails: retrievalDetailsForm,
  RetrievedChunk: retrievedChunkForm,
  RetrievedArtifact: retrievedArtifactForm,
  Session: sessionForm,
  Trace: traceForm,
  TraceStep: traceStepForm,
} as const;

export type CanonicalType = keyof typeof FORMS;

/** The domain type behind a document type's name. */
export type DomainOf<N extends CanonicalType> = (typeof FORMS)[N] extends Form<infer T> ? T : never;

export const CANONICAL_TYPES = Object.keys(FORMS) as readonly CanonicalType[];

/** Domain → canonical JSON. Extensions come last and never replace a member that the language defines. */
export function toCanonical<N extends CanonicalType>(type: N, value: DomainOf<N>): JsonObject {
  return encodeDocument(FORMS[type], value as object);
}

/**
 * Canonical JSON → domain; what the language does not define goes to `extensions`.
 * For documents that a caller sends use `parseQueryDocument`, which also holds the rules that a form cannot say.
 * @throws DocumentFault naming the member that is not of its form.
 */
export function fromCanonical<N extends CanonicalType>(type: N, json: unknown): DomainOf<N> {
  const form: DocumentNode = FORMS[type];
  return decode<DomainOf<N>>(form, json);
}

/**
 * The members of a document type: domain (GraphQL) name, canonical name, whether it is always there, and its form.
 * Constant members, such as `object: "query"`, carry nothing and are not listed.
 */
export function canonicalFields(type: CanonicalType): readonly FieldNode[] {
  return FORMS[type].fields;
}
