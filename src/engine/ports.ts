import type { ThinkingLevel, Workflow } from '../knowql/query.ts';
import type { JsonObject, JsonValue } from '../lib/json.ts';
import type { TurnEvent } from './events.ts';

/** A context as a turn sees it: which one, and which version of its knowledge. */
export interface ScopedContext {
  readonly id: string;
  readonly slug: string;
  readonly kind: 'search' | 'work';
  /** The index version that was live when the turn began; null for knowledge that is empty so far. */
  readonly version: number | null;
  /** The context's own guidance for composing answers from it; absent where it has none. */
  readonly instructions?: string;
}

/** A piece of one source's text. `text` is always the source's own: `document.slice(start, end)`. */
export interface Chunk {
  readonly id: string;
  readonly contextSlug: string;
  readonly sourceId: string;
  /** Source path inside its context. */
  readonly sourcePath: string;
  /** Headings above the chunk, outermost first. */
  readonly headingPath: readonly string[];
  /** UTF-16 offsets into the source's parsed text. */
  readonly start: number;
  readonly end: number;
  /** Pages from 1; empty where the format has none. */
  readonly pages: readonly number[];
  /** Position among its source's chunks, from 0. */
  readonly ordinal: number;
  readonly text: string;
  /** What gave the text where it is no source's own: the table that was queried. Its place is then none either. */
  readonly artifact?: { readonly id: string; readonly name: string; readonly sources: readonly string[] };
}

/** The lists that a search fuses: by words, and by meaning. */
export type SearchSignal = 'keyword' | 'vector';

export interface Hit {
  readonly chunk: Chunk;
  /** Comparable within one search only; higher is better. */
  readonly score: number;
  /** Which of the fused lists held it. */
  readonly foundBy: readonly SearchSignal[];
}

export interface SearchRequest {
  /** Natural-language query. */
  readonly query: string;
  /** At most this many hits over the whole scope. */
  readonly limit: number;
  /** Restrict to these source paths. */
  readonly sources?: readonly string[];
  /** `keyword` looks at words alone; `hybrid`, the default, at meaning as well where the scope has vectors. */
  readonly mode?: 'hybrid' | 'keyword';
  /** Told what embedding the query cost, when it was embedded by a model that counts tokens. */
  readonly onUsage?: (usage: EmbeddingUsage) => void;
}

/** A source that a turn may read. */
export interface SourceText {
  readonly contextSlug: string;
  readonly sourcePath: string;
  readonly title: string;
  readonly text: string;
}

/** What a source holds, without its text. */
export interface SourceOutline {
  readonly contextSlug: string;
  readonly sourceId: string;
  readonly sourcePath: string;
  readonly title: string;
  /** The sections that its chunks stand in, in order, each once. */
  readonly headingPaths: readonly (readonly string[])[];
  /** Highest page number; null where the format has no pages. */
  readonly pages: number | null;
  readonly chunks: number;
}

export const ARTIFACT_TYPES = ['doc', 'glossary', 'table', 'summary', 'topic', 'entity', 'event'] as const;
export type ArtifactType = (typeof ARTIFACT_TYPES)[number];

/** What a curation compiled once, so that turns don't have to. */
export interface Artifact {
  readonly id: string;
  readonly contextSlug: string;
  readonly type: ArtifactType;
  readonly name: string;
  /** Paths of the sources it was compiled from, in order. */
  readonly sources: readonly string[];
  /** Bounded; of what is longer the beginning, which says so. */
  readonly text: string;
  /** What it was compiled from, word for word in its sources; absent where the words are a model's. */
  readonly spans?: readonly ArtifactSpan[];
  /** Of a table: its columns, in order, and how many rows it has. */
  readonly columns?: readonly TableColumn[];
  readonly rowCount?: number;
}

/** A place in a source's text, in UTF-16 units. */
export interface ArtifactSpan {
  readonly sourcePath: string;
  readonly start: number;
  readonly end: number;
}

export const COLUMN_TYPES = ['text', 'number', 'date', 'boolean', 'currency', 'percent'] as const;
export type ColumnType = (typeof COLUMN_TYPES)[number];

export interface TableColumn {
  /** What SQL calls it: needs no quotes, and no other column of the table has it. */
  readonly name: string;
  /** What its document calls it. */
  readonly label: string;
  readonly type: ColumnType;
  /** Symbol or code of a currency, as its document writes it. */
  readonly unit?: string;
}

/** A date is `YYYY-MM-DD`, a percentage the number before its sign. */
export type CellValue = string | number | boolean | null;

export interface TableData {
  readonly columns: readonly TableColumn[];
  /** One value a column. */
  readonly rows: readonly (readonly CellValue[])[];
}

export interface TableQuery {
  /** Of a table artifact. */
  readonly artifactId: string;
  /** One SELECT over the table `data`. */
  readonly sql: string;
  /** At most this many rows. */
  readonly limit: number;
}

export interface TableAnswer {
  /** Names of the result's columns, as the statement calls them. */
  readonly columns: readonly string[];
  readonly rows: readonly (readonly CellValue[])[];
  /** Whether the statement gave more rows, or longer values, than are here. */
  readonly truncated: boolean;
}

export interface ArtifactHit {
  readonly artifact: Artifact;
  /** Comparable within one search only; higher is better. */
  readonly score: number;
}

export interface ArtifactFilter {
  readonly contextSlug?: string;
  readonly types?: readonly ArtifactType[];
}

/**
 * The knowledge of one scope at one moment. Later curations change nothing of what a snapshot sees.
 * Every method rejects with the signal's reason when it aborts.
 */
export interface KnowledgeSnapshot extends AsyncDisposable {
  readonly contexts: readonly ScopedContext[];
  search(request: SearchRequest, signal: AbortSignal): Promise<readonly Hit[]>;
  /** Chunks of one source within `window` places of `chunk`, in order, itself included. */
  neighbours(chunk: Chunk, window: number, signal: AbortSignal): Promise<readonly Chunk[]>;
  /** The parsed text of a source, or undefined where the scope has none of that path. */
  readSource(contextSlug: string, sourcePath: string, signal: AbortSignal): Promise<SourceText | undefined>;
  /** The sources of the scope, by context in the scope's order, then by path. */
  outline(signal: AbortSignal): Promise<readonly SourceOutline[]>;
  /** All chunks of one source, in order; empty where the scope has none of that path. */
  sourceChunks(contextSlug: string, sourcePath: string, signal: AbortSignal): Promise<readonly Chunk[]>;
  /** By context in the scope's order, then by type and name. */
  listArtifacts(filter: ArtifactFilter, signal: AbortSignal): Promise<readonly Artifact[]>;
  readArtifact(id: string, signal: AbortSignal): Promise<Artifact | undefined>;
  /** The artifacts that fit `query` best, at most `limit` of them. */
  searchArtifacts(
    request: ArtifactFilter & { readonly query: string; readonly limit: number },
    signal: AbortSignal,
  ): Promise<readonly ArtifactHit[]>;
  /**
   * Answers a question to a table artifact; undefined where the scope has no table of that id. Absent where tables
   * cannot be queried.
   * @throws GatewayError `bad_request` for a statement that cannot run, with what is wrong about it.
   */
  queryTable?(query: TableQuery, signal: AbortSignal): Promise<TableAnswer | undefined>;
  /** What a person should know of this knowledge as it is searched: that a context was embedded by another model, say. */
  readonly notices: readonly string[];
  /** Terms of a text as the index sees them: normalised, stemmed, without stop words. */
  terms(text: string): readonly string[];
  /** In how many of the scope's chunks each term occurs, and how many chunks there are. */
  documentFrequency(
    terms: readonly string[],
    signal: AbortSignal,
  ): Promise<{ readonly chunks: number; readonly counts: ReadonlyMap<string, number> }>;
}

export interface Retriever {
  open(contexts: readonly ScopedContext[]): Promise<KnowledgeSnapshot>;
}

/** A retrieved piece that the answer may rest on. Its `number` is what a citation refers to. */
export interface Passage {
  /** From 1, best first. */
  readonly number: number;
  readonly hit: Hit;
}

/** A turn before this one, as conversation history. */
export interface HistoryTurn {
  readonly queryId: string;
  readonly ask: string;
  readonly answer: string;
}

export interface ComposeRequest {
  readonly ask: string;
  /** The ask with what the history adds to it; equal to `ask` on a first turn. */
  readonly standaloneAsk: string;
  /** Oldest first. */
  readonly history: readonly HistoryTurn[];
  readonly passages: readonly Passage[];
  readonly knowledge: KnowledgeSnapshot;
  readonly systemPrompt: string | null;
  readonly guardrails: string | null;
  readonly vars: JsonObject;
  /** JSON Schema that the answer must validate against; null for prose. */
  readonly shape: JsonObject | null;
  readonly thinkingLevel: ThinkingLevel;
  /** Set on the one further call that a model gets whose shaped answer did not conform. */
  readonly repair?: { readonly value: JsonValue; readonly violation: string };
}

/**
 * What a model says while it composes, in order. Exactly one `finish` comes last; a model whose call failed, and is
 * billed all the same, says what it used in a `finish` before it throws.
 */
export type ComposePart =
  | { readonly kind: 'text'; readonly text: string }
  /** A shaped answer, whole. */
  | { readonly kind: 'json'; readonly value: JsonValue }
  /** The text so far rests on characters `start` to `end` (UTF-16, within the chunk's text) of that passage. */
  | {
      readonly kind: 'citation';
      readonly passage: number;
      readonly start: number;
      readonly end: number;
      readonly score: number;
    }
  /** The text so far rests on that passage, though no span of it could be told. */
  | { readonly kind: 'reference'; readonly passage: number }
  | { readonly kind: 'finish'; readonly usage: TokenUsage };

export interface TokenUsage {
  /** All that the model read, what came from a cache included. */
  readonly inputTokens: number;
  /** All that the model wrote, what it thought included. */
  readonly outputTokens: number;
  readonly cachedInputTokens?: number;
  readonly thinkingTokens?: number;
}

/** US dollars for a million tokens. */
export interface ModelPrice {
  readonly input: number;
  /** As `input` when absent. */
  readonly cachedInput?: number;
  readonly output: number;
}

/** A tool as a model is told of it. */
export interface ToolDeclaration {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments: an object. */
  readonly parameters: JsonObject;
}

/** A call that a model wants made. */
export interface ToolRequest {
  /** Unique within one turn's research. */
  readonly id: string;
  readonly name: string;
  readonly args: JsonObject;
}

export interface ToolResponse {
  /** The `id` and `name` of the call that it answers. */
  readonly id: string;
  readonly name: string;
  readonly response: JsonObject;
}

/** What a model wants to do next. No calls: it has seen enough. */
export interface ResearchMove {
  /** Why, in the model's words; "" when it gave none. */
  readonly commentary: string;
  readonly calls: readonly ToolRequest[];
  readonly usage: TokenUsage;
  /** The provider's own record of the move, handed back unchanged with the responses. */
  readonly record: unknown;
}

export interface ResearchExchange {
  readonly move: ResearchMove;
  /** One for each call of the move, in its order. */
  readonly responses: readonly ToolResponse[];
}

/** What a model is shown when it decides what to look up next. */
export interface ResearchRequest
  extends Pick<
    ComposeRequest,
    'ask' | 'standaloneAsk' | 'history' | 'systemPrompt' | 'guardrails' | 'vars' | 'shape' | 'thinkingLevel'
  > {
  readonly contexts: readonly ScopedContext[];
  readonly tools: readonly ToolDeclaration[];
  /** Oldest first. */
  readonly exchanges: readonly ResearchExchange[];
  /** Moves that are left, this one included. */
  readonly stepsLeft: number;
}

/** What a session may tell the models that answer in it, and not every model can heed. */
export const MODEL_CONTROLS = [
  'systemPrompt',
  'guardrails',
  'vars',
] as const satisfies readonly (keyof ComposeRequest)[];
export type ModelControl = (typeof MODEL_CONTROLS)[number];

/**
 * Composes an answer from passages. A model that cannot finish throws; it never finishes early in silence.
 * It stops and releases what it holds when `signal` aborts.
 */
export interface Model {
  /** Catalogue id, `provider/name`. */
  readonly id: string;
  /** What of a request changes its answers. Whoever sends anything else is warned that it has no effect. */
  readonly honours: ReadonlySet<ModelControl>;
  /** Whether asking again with `repair` can lead to another answer; false when absent. */
  readonly canRepair?: boolean;
  /** Absent where the model has none in the catalogue: what it costs is then not known. */
  readonly price?: ModelPrice;
  /** The most steps that a turn may ask for under each workflow; without a limit of its own when absent. */
  readonly maxSteps?: Readonly<Record<Workflow, number>>;
  /** Decides what to look up next. Absent in a model that cannot: the turn then searches by its own rules. */
  research?(request: ResearchRequest, signal: AbortSignal): Promise<ResearchMove>;
  compose(request: ComposeRequest, signal: AbortSignal): AsyncIterable<ComposePart>;
}

/** The kinds of artifact that take a model's reading. */
export const COMPILED_TYPES = ['summary', 'topic', 'entity', 'event'] as const satisfies readonly ArtifactType[];
export type CompiledType = (typeof COMPILED_TYPES)[number];

export interface CompileRequest {
  readonly types: readonly CompiledType[];
  readonly sourcePath: string;
  readonly title: string;
  /** The source's text, cut to what a model is to read. */
  readonly chunks: readonly Chunk[];
}

export interface CompiledArtifact {
  readonly type: CompiledType;
  readonly name: string;
  readonly text: string;
}

/** Reads a source once for all that will be asked of it. */
export interface Compiler {
  /** Model and instructions: what it compiled under another id is compiled again. */
  readonly id: string;
  /** @throws when the model cannot, or what it said is of no use. */
  compile(
    request: CompileRequest,
    signal: AbortSignal,
  ): Promise<{ readonly artifacts: readonly CompiledArtifact[]; readonly usage: TokenUsage }>;
}

export interface EmbeddingUsage {
  /** Catalogue id of the embedder. */
  readonly embedder: string;
  readonly inputTokens: number;
  /** US dollars for a million tokens; absent where the catalogue has none. */
  readonly price?: number;
}

/** Turns texts into vectors of one length, so that near in meaning is near in angle. */
export interface Embedder {
  /** Model and dimension, as an index is stamped with them: `google/gemini-embedding-001@768`. */
  readonly id: string;
  readonly dimension: number;
  /** Texts that one call takes at most. */
  readonly batchSize: number;
  /** How much the vector list counts against the keyword list when the two are fused, from 0 to 1. */
  readonly weight: number;
  /**
   * One vector of unit length for each text, in order. A query is embedded otherwise than a document.
   * @throws GatewayError when the provider refuses or stays away after the embedder's own retries.
   */
  embed(
    texts: readonly string[],
    kind: 'document' | 'query',
    signal: AbortSignal,
  ): Promise<{ readonly vectors: readonly Float32Array[]; readonly usage: EmbeddingUsage }>;
}

export interface ModelDescription {
  readonly id: string;
  readonly label: string;
  readonly provider: string;
  readonly available: boolean;
  /** Why it is not available and what would change that; null when it is. */
  readonly unavailableReason: string | null;
  /** The levels that it tells apart, lowest first; empty where thinking is nothing that it can do more or less of. */
  readonly thinkingLevels: readonly ThinkingLevel[];
  /** The most steps that a turn may ask for under each workflow; null without a limit of its own. */
  readonly maxSteps: Readonly<Record<Workflow, number>> | null;
  /** Null where the catalogue has none. */
  readonly price: ModelPrice | null;
}

/** The models of this deployment. */
export interface ModelCatalog {
  /** Id used when nothing is asked for. */
  readonly default: string;
  readonly models: readonly ModelDescription[];
  /** Tier name (`lite`, `standard`, `pro`) to model id. */
  readonly tiers: Readonly<Record<string, string>>;
  readonly maxSteps: Readonly<Record<Workflow, number>>;
  readonly defaultThinkingLevel: ThinkingLevel;
  /** The model behind an id or a tier name, or undefined when there is none or it is not available. */
  resolve(idOrTier: string): Model | undefined;
}

export type ShapeVerdict =
  | { readonly valid: true }
  /** `violation`: the first fault, naming its place: `/discount_pct must be number`. */
  | { readonly valid: false; readonly violation: string };

/** Tells whether a shaped answer conforms. Rejects with the signal's reason when it aborts. */
export interface ShapeValidator {
  validate(shape: JsonObject, value: JsonValue, signal: AbortSignal): Promise<ShapeVerdict>;
}

/** What is known of the turns that work contexts hold a record of. */
export interface WorkLog {
  /** The `step_id`s of each of these turns, in order; turns that are gone are left out. */
  stepsOf(queryIds: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>>;
}

/** Where a turn's events go. `append` returns when they are durable. */
export interface EventSink {
  append(events: readonly TurnEvent[]): Promise<void>;
}
