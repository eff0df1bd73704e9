import type { QueryEvent } from '../engine/events.ts';
import type { ArtifactType } from '../engine/ports/artifacts.ts';
import type { ModelCatalog } from '../engine/ports/model.ts';
import type { ColumnType, TableAnswer, TableQuery } from '../engine/ports/tables.ts';
import type { Feedback, Query, QueryRequest, Session, Trace } from '../knowql/query.ts';
import type { JsonObject } from '../lib/json.ts';

/** Whose request this is. Every service answers within the viewer's workspace and knows nothing beyond it. */
export interface Viewer {
  readonly workspaceId: string;
}

/** What the surfaces (GraphQL, JSON, CLI) call. All failures are `GatewayError`s. */
export interface Services {
  readonly turns: TurnService;
  readonly sessions: SessionService;
  readonly contexts: ContextService;
  readonly models: ModelCatalog;
}

export interface SubmitOptions {
  readonly viewer: Viewer;
  readonly idempotencyKey?: string;
  /** Warnings that the surface adds to the document's own. */
  readonly warnings?: Query['warnings'];
}

export interface TurnService {
  /**
   * Validates, then accepts the turn durably and starts it. Returns the turn `in_progress` (or, for a known
   * idempotency key, as it stands). Nothing is created when it throws.
   */
  submit(request: QueryRequest, options: SubmitOptions): Promise<Query>;
  /** The turn's state now: from its row when it is terminal, folded from its log while it runs. */
  get(queryId: string, viewer: Viewer): Promise<Query>;
  /** The turn once it is terminal. Aborting the wait does not touch the turn. */
  wait(queryId: string, viewer: Viewer, signal: AbortSignal): Promise<Query>;
  /**
   * The turn's events with `seq > after`, each once and in order, live until the terminal one, then done.
   * Throws `query_not_found` before the first event, `bad_request` when `after` is past the end of the log.
   */
  follow(queryId: string, after: number, viewer: Viewer, signal: AbortSignal): Promise<AsyncIterable<QueryEvent>>;
  /** Ends a running turn as `cancelled`; a terminal turn comes back unchanged. */
  cancel(queryId: string, viewer: Viewer): Promise<Query>;
  recordFeedback(queryId: string, feedback: Feedback, viewer: Viewer): Promise<Query>;
  trace(queryId: string, viewer: Viewer): Promise<Trace>;
}

export interface SessionService {
  get(sessionId: string, viewer: Viewer): Promise<Session>;
  /** Newest first; `after` is the id of the last one seen. `scope` keeps the sessions that have this context slug. */
  list(
    options: { readonly first: number; readonly after?: string; readonly scope?: string },
    viewer: Viewer,
  ): Promise<readonly Session[]>;
  /** The turns of a session, oldest first. */
  queries(
    sessionId: string,
    options: { readonly first: number; readonly after?: string },
    viewer: Viewer,
  ): Promise<readonly Query[]>;
  /** Deletes the session and all its turns. Running ones are cancelled. */
  delete(sessionId: string, viewer: Viewer): Promise<void>;
}

export interface ContextSettings {
  readonly title?: string;
  readonly description?: string;
  readonly instructions?: string;
  readonly manifest?: JsonObject;
}

export interface ContextView {
  readonly id: string;
  readonly slug: string;
  readonly title: string;
  readonly description: string;
  readonly instructions: string;
  readonly kind: 'search' | 'work';
  /** As it was set. */
  readonly manifest: JsonObject;
  /** With its defaults. */
  readonly effectiveManifest: JsonObject;
  /** Questions that it answers, found by the last curation. */
  readonly sampleQueries: readonly string[];
  /** Whether a turn may scope over it: work contexts always, search contexts once curated. */
  readonly queryable: boolean;
  readonly sourceCount: number;
  readonly curatedAt: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface SourceView {
  readonly id: string;
  readonly path: string;
  readonly title: string;
  readonly mediaType: string;
  readonly byteSize: number;
  readonly contentHash: string;
  readonly status: 'pending' | 'parsed' | 'skipped' | 'failed';
  readonly reason: string | null;
  readonly chunkCount: number;
  readonly updatedAt: string;
}

export interface SourceInput {
  /** Path inside the context: relative, `/` between folders, no `..`, at most 1,024 characters. */
  readonly path: string;
  readonly content: AsyncIterable<Uint8Array> | string;
  readonly mediaType?: string;
}

/** A source and what was read of it. */
export interface SourceReading {
  readonly source: SourceView;
  /** Its text in the live index; null where that does not hold it (yet). */
  readonly text: string | null;
  /** Runs of the text under the same headings, in order. */
  readonly sections: readonly {
    /** Headings above it, outermost first. */
    readonly sectionPath: readonly string[];
    /** UTF-16 offsets into `text`. */
    readonly start: number;
    readonly end: number;
  }[];
}

/** A passage of the live index. `text` is the source's own, from `start` to `end` (UTF-16). */
export interface ChunkView {
  readonly id: string;
  /** Path of its source. */
  readonly source: string;
  readonly sectionPath: readonly string[];
  readonly pages: readonly number[];
  readonly start: number;
  readonly end: number;
  /** Its place among the chunks of its source, from 0. */
  readonly ordinal: number;
  readonly text: string;
}

/** Whether content under that path was new, differed, or was there already (then nothing is to be curated). */
export interface AddedSource {
  readonly source: SourceView;
  readonly change: 'added' | 'changed' | 'unchanged';
}

/** What a curation compiled once. */
export interface ArtifactView {
  readonly id: string;
  readonly type: ArtifactType;
  readonly name: string;
  readonly contextSlug: string;
  /** Paths of the sources that it was compiled from. */
  readonly sources: readonly string[];
  readonly text: string;
  /** What it was compiled from, in UTF-16 units of the sources' texts. */
  readonly spans: readonly { readonly source: string; readonly start: number; readonly end: number }[];
  /** Null for all but tables. */
  readonly columns:
    | readonly {
        /** Name in SQL. */
        readonly name: string;
        readonly label: string;
        readonly type: ColumnType;
        readonly unit: string | null;
      }[]
    | null;
  readonly rowCount: number | null;
}

export interface CurationView {
  readonly id: string;
  readonly contextSlug: string;
  readonly status: 'running' | 'completed' | 'failed';
  readonly version: number | null;
  /** Sources to look at; then how each of them ended. */
  readonly total: number;
  readonly parsed: number;
  readonly unchanged: number;
  readonly skipped: number;
  readonly failed: number;
  readonly removed: number;
  /** Of those that ended: sources that an attempt before had read, so that they were not read again. */
  readonly resumed: number;
  /** Chunks in the published index. */
  readonly chunks: number;
  readonly error: string | null;
  readonly startedAt: string;
  readonly finishedAt: string | null;
}

/** Progress of a curation: one event a source, then one with the final state. */
export interface CurationEvent {
  readonly curation: CurationView;
  /** The source that just ended; null on the first and the last event. */
  readonly source: {
    readonly path: string;
    readonly status: 'parsed' | 'skipped' | 'failed';
    readonly reason: string | null;
  } | null;
}

/** `slugOrId` is accepted wherever a context is named; an unknown one is `context_not_found`. */
export interface ContextService {
  list(viewer: Viewer): Promise<readonly ContextView[]>;
  get(slugOrId: string, viewer: Viewer): Promise<ContextView>;
  /** `slug`: lower-case letters, digits and hyphens, 1 to 64 characters, unique in the workspace. */
  create(
    input: ContextSettings & { readonly slug: string; readonly kind?: 'search' | 'work' },
    viewer: Viewer,
  ): Promise<ContextView>;
  update(slugOrId: string, settings: ContextSettings, viewer: Viewer): Promise<ContextView>;
  delete(slugOrId: string, viewer: Viewer): Promise<void>;
  sources(slugOrId: string, viewer: Viewer): Promise<readonly SourceView[]>;
  /** One source with its text; undefined when the context has none of that path. */
  readSource(slugOrId: string, path: string, viewer: Viewer): Promise<SourceReading | undefined>;
  /**
   * The chunks of the live index by source path, then in the order of the text; `after` is the id of the last one
   * seen, `source` keeps those of one path.
   */
  knowledge(
    slugOrId: string,
    options: { readonly first: number; readonly after?: string; readonly source?: string },
    viewer: Viewer,
  ): Promise<readonly ChunkView[]>;
  /** One chunk of the live index; undefined when it holds none of that id. */
  chunk(slugOrId: string, chunkId: string, viewer: Viewer): Promise<ChunkView | undefined>;
  /**
   * The artifacts of the live index by type, name and source: from their start, from after the artifact `from`, or
   * from before it when backward, the nearest first. `field` is the argument that named it.
   */
  artifacts(
    slugOrId: string,
    range: {
      readonly limit: number;
      readonly from?: string;
      readonly backward?: boolean;
      readonly types?: readonly ArtifactType[];
      readonly field?: string;
    },
    viewer: Viewer,
  ): Promise<readonly ArtifactView[]>;
  countArtifacts(slugOrId: string, types: readonly ArtifactType[] | undefined, viewer: Viewer): Promise<number>;
  /** Undefined when no context of the workspace holds one of that id in its live index. */
  artifact(artifactId: string, viewer: Viewer): Promise<ArtifactView | undefined>;
  /** Runs one SELECT over the table artifact, which it calls `data`; at most 1,000 rows. */
  queryTable(query: TableQuery, viewer: Viewer, signal: AbortSignal): Promise<TableAnswer>;
  /** Adds or replaces one source. The live index changes only when the context is curated. */
  addSource(slugOrId: string, input: SourceInput, viewer: Viewer): Promise<AddedSource>;
  /** Returns how many of the paths were there. */
  removeSources(slugOrId: string, paths: readonly string[], viewer: Viewer): Promise<number>;
  /**
   * Starts bringing the index up to date, or joins the run that is under way, and yields its progress. Leaving the
   * iteration does not stop the curation. The iteration ends without a final state when the gateway shuts down; the
   * curation goes on once one runs again.
   */
  curate(slugOrId: string, viewer: Viewer): AsyncIterable<CurationEvent>;
  /**
   * Records completed turns into a work context: those of `queryIds`, or all of a session. Turns scoped over the
   * context find them from then on. Turns without an answer are left out; recording again changes nothing.
   */
  recordWork(slugOrId: string, work: WorkSelection, viewer: Viewer): Promise<RecordedWork>;
}

export type WorkSelection = { readonly sessionId: string } | { readonly queryIds: readonly string[] };

export interface RecordedWork {
  /** Turns that are in the context now and were not, or not as they are. */
  readonly recorded: number;
  readonly unchanged: number;
  /** Turns that have nothing to record: not completed, or without an answer. */
  readonly skipped: number;
}
