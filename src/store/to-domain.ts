import { outputText } from '../engine/fold.ts';
import type { HistoryTurn } from '../engine/ports/compose.ts';
import type { Citation, Feedback, Query, Rollup, Session, Step, Synthesis, Trace, TraceStep } from '../knowql/query.ts';
import { isJsonObject, type JsonValue } from '../lib/json.ts';
import type { Prisma } from './prisma/client.ts';

/** What of a turn's rows its domain form is made of. */
export const QUERY_INCLUDE = {
  steps: { orderBy: { position: 'asc' } },
  citations: { orderBy: { position: 'asc' } },
  feedback: true,
} as const satisfies Prisma.QueryInclude;

export const SESSION_INCLUDE = {
  scope: { orderBy: { position: 'asc' } },
} as const satisfies Prisma.SessionInclude;

export type QueryRow = Prisma.QueryGetPayload<{ include: typeof QUERY_INCLUDE }>;
export type SessionRow = Prisma.SessionGetPayload<{ include: typeof SESSION_INCLUDE }>;
type FeedbackRow = NonNullable<QueryRow['feedback']>;

/** A terminal turn. Its JSON columns hold what the domain put there, so that their types are the domain's. */
export function toQuery(row: QueryRow, comparison: Query['comparison']): Query {
  return {
    id: row.id,
    sessionId: row.sessionId,
    model: row.model,
    created: Math.floor(row.createdAt.getTime() / 1_000),
    status: row.status,
    error: row.error,
    previousQueryId: row.previousQueryId,
    input: row.input as unknown as Query['input'],
    output: row.output as unknown as Query['output'],
    outputJson: row.outputJson as unknown as JsonValue,
    citations: row.citations.map(({ data }) => data as unknown as Citation),
    steps: row.steps.map(({ data }) => data as unknown as Step),
    usage: row.usage as unknown as Query['usage'],
    runtimeMs: Number(row.runtimeMs),
    comparison: comparison ?? null,
    feedback: toFeedback(row.feedback),
    maxSteps: row.maxSteps === null ? null : Number(row.maxSteps),
    thinkingLevel: row.thinkingLevel,
    rollup: row.rollup as unknown as Rollup | null,
    synthesis: row.synthesis as unknown as Synthesis | null,
    traceRef: row.traceRef,
    warnings: row.warnings as unknown as NonNullable<Query['warnings']>,
  };
}

export function toFeedback(row: FeedbackRow | null): Feedback | null {
  return row === null ? null : { rating: row.rating === 'up' ? 'up' : 'down', comment: row.comment };
}

export function toSession(row: SessionRow): Session {
  return {
    id: row.id,
    scope: row.scope.map(({ slug }) => slug),
    title: row.title,
    systemPrompt: row.systemPrompt,
    guardrails: row.guardrails,
    models: row.models,
    tools: row.tools,
    vars: row.vars as unknown as Session['vars'],
    workflow: row.workflow,
    lastQueryId: row.lastQueryId,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

/** The trace of a turn that is over. */
export function toTrace(query: Query): Trace {
  return { steps: query.steps.map(toTraceStep), rollup: query.rollup ?? null };
}

function toTraceStep({ stepId, commentary, code, toolCalls, strategy, cost }: Step): TraceStep {
  return {
    stepId,
    commentary,
    ...(code === undefined ? {} : { code }),
    ...(toolCalls === undefined ? {} : { calls: toolCalls }),
    ...(strategy === undefined ? {} : { strategy }),
    ...(cost === undefined ? {} : { cost }),
  };
}

interface HistoryRow {
  readonly id: string;
  readonly ask: string;
  readonly output: Query['output'];
  readonly outputJson: JsonValue;
}

/** What a later turn knows of this one: its prose, else its shaped answer. Retrieved material is no answer. */
export function toHistoryTurn({ id, ask, output, outputJson }: HistoryRow): HistoryTurn {
  const text = outputText({ output });
  const shaped = isJsonObject(outputJson) && outputJson['answered_by'] !== 'retrieval';
  return { queryId: id, ask, answer: text === '' && shaped ? JSON.stringify(outputJson) : text };
}
