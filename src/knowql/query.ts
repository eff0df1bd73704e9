import type { JsonObject, JsonValue } from '../lib/json.ts';

/**
 * The domain form of KnowQL's documents: the canonical JSON in camelCase, field for field. `canonical.ts`
 * translates both ways. Every type carries the members that KnowQL does not define under `extensions`,
 * by their canonical names.
 */
interface Extensible {
  readonly extensions?: JsonObject;
}

export const WORKFLOWS = ['search', 'search_rag'] as const;
export type Workflow = (typeof WORKFLOWS)[number];

export const THINKING_LEVELS = ['minimal', 'low', 'medium', 'high'] as const;
export type ThinkingLevel = (typeof THINKING_LEVELS)[number];

/** One turn as it is asked for (canonical: the Query Document). */
export interface QueryRequest extends Extensible {
  readonly ask: string;
  readonly scope?: readonly string[];
  readonly sessionId?: string;
  readonly previousQueryId?: string;
  readonly workflow?: string;
  readonly systemPrompt?: string;
  readonly guardrails?: string;
  readonly vars?: JsonObject;
  /** A JSON Schema with an object at its root. */
  readonly shape?: JsonObject;
  readonly model?: string;
  readonly models?: readonly string[];
  readonly tools?: readonly string[];
  readonly stream?: boolean;
  readonly background?: boolean;
  readonly timeoutSeconds?: number;
  readonly maxSteps?: number;
  readonly thinkingLevel?: ThinkingLevel;
  readonly compose?: boolean;
  readonly retrievalOnly?: boolean;
  readonly pointersOnly?: boolean;
  readonly chunksOnly?: boolean;
  readonly artifactsOnly?: boolean;
  readonly maxRetrieved?: number;
  readonly maxRetrievedChars?: number;
  readonly comparisonGroup?: string;
}

export type QueryStatus = 'in_progress' | 'completed' | 'failed' | 'cancelled';
export type TerminalStatus = Exclude<QueryStatus, 'in_progress'>;

export interface InputMessage extends Extensible {
  readonly role: string;
  readonly content: string;
}

export interface OutputContent extends Extensible {
  readonly type: string;
  readonly text: string;
}

export interface OutputItem extends Extensible {
  readonly role: string;
  readonly content: readonly OutputContent[];
}

/** Token totals of a turn. `costUsd` is null when the model has no price in the catalogue. */
export interface Usage extends Extensible {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly totalTokens: number;
  readonly costUsd?: number | null;
  /** Of the input, what the provider read from its cache. */
  readonly cachedInputTokens?: number;
  /** Of the output, what the model thought before it answered. */
  readonly thinkingTokens?: number;
}

/** What an answer rests on. `grounding` stands verbatim in the cited source's text. */
export interface Citation extends Extensible {
  /** Source path inside its context. */
  readonly source: string;
  /** The first of `sectionPaths`, joined with " › ". */
  readonly sectionPath?: string;
  readonly sectionPaths?: readonly (readonly string[])[];
  /** Page numbers from 1. */
  readonly pages?: readonly number[];
  readonly score?: number;
  readonly grounding?: string;
  readonly kind?: 'chunk' | 'artifact';
  readonly sourcePath?: string;
  readonly queryId?: string;
  readonly steps?: readonly string[];
  readonly artifactName?: string;
  readonly sources?: readonly string[];
}

export interface ToolCall extends Extensible {
  readonly fn: string;
  readonly category: string;
  readonly args: JsonObject;
  readonly result: JsonValue;
  readonly durationMs: number;
  readonly ok: boolean;
  readonly scoreSpace?: string;
  readonly error?: string;
}

export interface StepStrategy extends Extensible {
  readonly kind: string;
  readonly fns: readonly string[];
  readonly label: string;
  readonly scope: readonly string[];
}

/** Tokens and milliseconds that one step took. */
export interface StepCost extends Extensible {
  readonly tokensIn: number;
  readonly tokensOut: number;
  readonly decideMs: number;
  readonly executeMs: number;
  readonly tokensInCached?: number;
  readonly tokensInCacheWrite?: number;
  readonly tokensInFresh?: number;
  /** Of the output, what the model thought before it answered. */
  readonly tokensThinking?: number;
  /** Absent where the model has no price in the catalogue. */
  readonly costUsd?: number;
}

export interface TraceTruncation extends Extensible {
  readonly truncated?: boolean;
  readonly droppedDocuments?: number;
  readonly droppedToolCalls?: number;
}

export type StepStatus = 'running' | 'completed' | 'failed';

export interface Step extends Extensible {
  readonly stepId: string;
  readonly status: StepStatus;
  readonly commentary: string;
  readonly fns?: readonly string[];
  readonly strategy?: StepStrategy;
  readonly toolCalls?: readonly ToolCall[];
  readonly code?: string | JsonObject;
  readonly traceTruncated?: TraceTruncation;
  readonly cost?: StepCost;
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  readonly totalTokens?: number;
  readonly cumInputTokens?: number;
  readonly cumOutputTokens?: number;
}

/** End-of-turn counters. */
export interface Rollup extends Extensible {
  readonly nSteps: number;
  readonly nToolCalls: number;
  readonly byCategory?: Readonly<Record<string, number>>;
  readonly totalHits: number;
  readonly durationMs: number;
  readonly cacheReadTokens?: number;
  readonly cacheWriteTokens?: number;
}

/** What composing the answer cost. Null on turns that skip composition. */
export interface Synthesis extends Extensible {
  readonly status: string;
  readonly tokensIn: number;
  readonly tokensOut: number;
  readonly ms: number;
  readonly answerPreview?: string;
  readonly tokensInCached?: number;
  readonly tokensInCacheWrite?: number;
  readonly tokensInFresh?: number;
}

export interface ComparisonMember extends Extensible {
  readonly workflow: string;
  readonly queryId: string;
  readonly model?: string | null;
}

export interface Feedback extends Extensible {
  readonly rating: 'up' | 'down';
  readonly comment?: string | null;
}

/** Something that the caller sent and that had no effect. */
export interface Warning extends Extensible {
  readonly code: string;
  readonly field?: string;
  readonly message: string;
}

/** One turn (canonical: the Response Document). */
export interface Query extends Extensible {
  readonly id: string;
  readonly sessionId: string;
  /** Catalogue id of the model that answered; null before one did. */
  readonly model: string | null;
  /** Unix seconds. */
  readonly created: number;
  readonly status: QueryStatus;
  readonly error: string | null;
  readonly previousQueryId: string | null;
  readonly input: readonly InputMessage[];
  readonly output: readonly OutputItem[];
  readonly outputJson: JsonValue;
  readonly citations: readonly Citation[];
  readonly steps: readonly Step[];
  readonly usage: Usage;
  /** Milliseconds from the turn's start to its terminal state; so far, while it runs. */
  readonly runtimeMs: number;
  readonly comparison?: readonly ComparisonMember[] | null;
  readonly feedback?: Feedback | null;
  readonly maxSteps?: number | null;
  readonly thinkingLevel?: string | null;
  readonly rollup?: Rollup | null;
  readonly synthesis?: Synthesis | null;
  readonly traceRef?: string | null;
  readonly warnings?: readonly Warning[];
}

export type RetrievalMode = 'retrieval_only' | 'pointers_only' | 'chunks_only' | 'artifacts_only';

export interface RetrievedChunk extends Extensible {
  readonly id: string;
  readonly kind: 'chunk';
  /** Context slug. */
  readonly context: string;
  readonly source: string;
  readonly sectionPath?: readonly string[];
  readonly pages?: readonly number[];
  /** From 1, best first. */
  readonly rank: number;
  readonly score: number;
  /** Verbatim; absent with `pointers_only`. */
  readonly text?: string;
  readonly truncated?: boolean;
}

export interface RetrievedArtifact extends Extensible {
  readonly id: string;
  readonly kind: 'artifact';
  readonly context: string;
  readonly type: string;
  readonly name: string;
  readonly sources?: readonly string[];
  readonly rank: number;
  readonly score: number;
  readonly text?: string;
  readonly truncated?: boolean;
}

/** How the retrieval of an envelope was done. */
export interface RetrievalDetails extends Extensible {
  readonly queryVariants: readonly string[];
  readonly keywordQuery: string | null;
  readonly matchedArtifacts: readonly string[];
  readonly entryLevel: string | null;
  readonly expandWindow: number;
}

/** How many items of each kind an envelope holds. */
export interface RetrievalCounts extends Extensible {
  readonly chunks: number;
  readonly artifacts: number;
}

/** `output_json` of a turn that skipped composition. */
export interface RetrievalEnvelope extends Extensible {
  readonly answeredBy: 'retrieval';
  readonly mode: RetrievalMode;
  readonly counts: RetrievalCounts;
  readonly chunks: readonly RetrievedChunk[];
  readonly artifacts: readonly RetrievedArtifact[];
  readonly retrieval: RetrievalDetails;
}

/** A conversation: its pinned configuration. Its turns are queries. */
export interface Session extends Extensible {
  readonly id: string;
  /** Context slugs, 1 to 10. */
  readonly scope: readonly string[];
  readonly title: string | null;
  readonly systemPrompt: string | null;
  readonly guardrails: string | null;
  readonly models: readonly string[];
  readonly tools: readonly string[];
  readonly vars: JsonObject;
  readonly workflow: string | null;
  readonly lastQueryId: string | null;
  /** RFC 3339, UTC. */
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** The steps of a turn in full, as they were traced. */
export interface Trace extends Extensible {
  readonly steps: readonly TraceStep[];
  readonly rollup: Rollup | null;
}

export interface TraceStep extends Extensible {
  readonly stepId: string;
  readonly commentary: string;
  readonly code?: string | JsonObject;
  readonly calls?: readonly ToolCall[];
  readonly strategy?: StepStrategy;
  readonly cost?: StepCost;
}
