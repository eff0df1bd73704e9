import { GatewayError } from '../errors.ts';
import type { KnowledgeLibrary } from '../knowledge/library.ts';
import type { Query } from '../knowql/query.ts';
import { bytesOf } from '../lib/bytes.ts';
import type { Clock } from '../lib/clock.ts';
import type { IdFactory } from '../lib/ids.ts';
import type { ContextRow } from '../store/contexts.ts';
import { awaitsCuration } from '../store/curation-task.ts';
import type { Database } from '../store/database.ts';
import { queryNotFound } from '../store/not-found.ts';
import { sessionQueries } from '../store/sessions.ts';
import { upsertSource } from '../store/sources.ts';
import { queriesByIds, type ReadOptions } from '../store/turns.ts';
import type { Curator } from './curator.ts';
import type { CurationView, RecordedWork, Viewer, WorkSelection } from './services.ts';
import { toWorkDocument, type WorkDocument } from './work-document.ts';

/** Turns named one by one in a single call. */
export const MAX_RECORDED_QUERIES = 100;
const MAX_DOCUMENT_BYTES = 16 * 1024 * 1024;
const PAGE = 50;

export interface WorkRecorderDeps {
  readonly db: Database;
  readonly library: KnowledgeLibrary;
  readonly curator: Curator;
  readonly clock: Clock;
  readonly newId: IdFactory;
}

export interface WorkToRecord {
  readonly context: ContextRow;
  readonly work: WorkSelection;
  readonly viewer: Viewer;
}

/**
 * Writes turns down as documents of a work context and brings its index up to date. The record stands on its own:
 * it stays when the session it came from is deleted.
 * @throws GatewayError `bad_request`, `session_not_found`, `query_not_found`; then nothing was recorded.
 */
export async function recordWork(
  { context, work, viewer }: WorkToRecord,
  deps: WorkRecorderDeps,
): Promise<RecordedWork> {
  if (context.kind !== 'work') {
    throw new GatewayError(
      'bad_request',
      `"${context.slug}" is a search context; work is recorded in a context of the kind "work".`,
      {
        field: 'context',
      },
    );
  }
  const turns = await selectTurns(work, { workspaceId: viewer.workspaceId, now: deps.clock.now() }, deps.db);
  const documents = turns.map(toWorkDocument).filter((document) => document !== null);
  let recorded = 0;
  for (const document of documents) if (await record(context, document, deps)) recorded += 1;
  await bringUpToDate(context, deps);
  return { recorded, unchanged: documents.length - recorded, skipped: turns.length - documents.length };
}

async function selectTurns(work: WorkSelection, options: ReadOptions, db: Database): Promise<readonly Query[]> {
  if ('sessionId' in work) {
    const turns: Query[] = [];
    for (let page: readonly Query[] | undefined; page === undefined || page.length === PAGE; ) {
      const after = turns.at(-1)?.id;
      page = await sessionQueries(db, work.sessionId, {
        ...options,
        first: PAGE,
        ...(after === undefined ? {} : { after }),
      });
      turns.push(...page);
    }
    return turns;
  }
  const { queryIds } = work;
  if (queryIds.length === 0 || queryIds.length > MAX_RECORDED_QUERIES) {
    throw new GatewayError(
      'bad_request',
      `query_ids names 1 to ${MAX_RECORDED_QUERIES} turns, not ${queryIds.length}.`,
      {
        field: 'query_ids',
      },
    );
  }
  const known = await queriesByIds(db, queryIds, options);
  return [...new Set(queryIds)].map((id) => {
    const query = known.get(id);
    if (query === undefined) throw queryNotFound(id);
    return query;
  });
}

/** Whether the context did not hold the document as it is. */
async function record(context: ContextRow, { path, text }: WorkDocument, deps: WorkRecorderDeps): Promise<boolean> {
  const { db, library, clock, newId } = deps;
  const blob = await library.putBlob(bytesOf(text), MAX_DOCUMENT_BYTES);
  const source = {
    id: newId('src'),
    contextId: context.id,
    path,
    mediaType: 'text/markdown',
    ...blob,
    now: clock.now(),
  };
  const { change } = await upsertSource(db, source);
  return change !== 'unchanged';
}

/**
 * Indexes what the context has and its index does not. A run that was under way already may have begun before the last
 * document came, so that it takes another one to know that nothing is left.
 * @throws GatewayError `internal` when the index cannot be built; the next call tries again.
 */
export async function bringUpToDate(
  context: ContextRow,
  { db, curator }: Pick<WorkRecorderDeps, 'db' | 'curator'>,
): Promise<void> {
  while (await awaitsCuration(db, context.id)) {
    let last: CurationView | undefined;
    for await (const { curation } of curator.run(context)) last = curation;
    if (last?.status !== 'completed') {
      const why = last?.error ?? 'the gateway is shutting down.';
      throw new GatewayError('internal', `The work was written down but could not be indexed: ${why}`);
    }
  }
}
