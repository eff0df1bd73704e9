import { GatewayError } from '../../errors.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../lib/json.ts';
import type { AskUpdate, Change, ContextDetails, ContextSummary, CuratedSource, CurationProgress } from './client.ts';

/** Reads the JSON binding's documents, wherever they were made. Each throws `GatewayError` when a document is not of its form. */
export function toContextSummary(value: unknown): ContextSummary {
  const context = toObject(value);
  const curatedAt = context['curated_at'] ?? null;
  return {
    slug: toText(context['slug']),
    title: toText(context['title']),
    kind: toText(context['kind']),
    queryable: context['queryable'] === true,
    sourceCount: toCount(context['source_count']),
    curatedAt: curatedAt === null ? null : toText(curatedAt),
  };
}

export function toContextDetails(value: unknown): ContextDetails {
  const context = toObject(value);
  const { sample_queries: queries } = context;
  if (!Array.isArray(queries)) throw unexpected();
  return {
    ...toContextSummary(context),
    description: toText(context['description']),
    instructions: toText(context['instructions']),
    effectiveManifest: toObject(context['effective_manifest']),
    sampleQueries: (queries as readonly JsonValue[]).map(toText),
  };
}

export function toChange(value: unknown): Change {
  const change = toObject(value)['change'];
  if (change === 'added' || change === 'changed' || change === 'unchanged') return change;
  throw unexpected();
}

export function toCurationProgress(value: unknown): CurationProgress {
  const event = toObject(value);
  const curation = toObject(event['curation']);
  const { status } = curation;
  if (status !== 'running' && status !== 'completed' && status !== 'failed') throw unexpected();
  const error = curation['error'] ?? null;
  return {
    status,
    total: toCount(curation['total']),
    done: toCount(curation['parsed']) + toCount(curation['skipped']) + toCount(curation['failed']),
    chunks: toCount(curation['chunks']),
    error: error === null ? null : toText(error),
    source: toCuratedSource(event['source'] ?? null),
  };
}

function toCuratedSource(value: JsonValue): CuratedSource | null {
  if (value === null) return null;
  const { path, status, reason = null } = toObject(value);
  if (status !== 'parsed' && status !== 'skipped' && status !== 'failed') throw unexpected();
  return { path: toText(path), status, reason: reason === null ? null : toText(reason) };
}

/** What an event of a turn is to whoever watches it; undefined for those that show nothing. */
export function toAskUpdate(value: unknown): AskUpdate | undefined {
  const { type, delta, commentary, status } = toObject(value);
  if (type === 'response.output_text.delta') return { kind: 'text', delta: toText(delta) };
  return type === 'response.step'
    ? { kind: 'step', commentary: toText(commentary), status: toText(status) }
    : undefined;
}

export function toObject(value: unknown): JsonObject {
  if (isJsonObject(value)) return value;
  throw unexpected();
}

export function toText(value: unknown): string {
  if (typeof value === 'string') return value;
  throw unexpected();
}

function toCount(value: unknown): number {
  if (typeof value === 'number') return value;
  throw unexpected();
}

function unexpected(): GatewayError {
  return new GatewayError('internal', 'The gateway answered in a form that this program does not know. Is it as new?');
}
