import type { Artifact, ArtifactFilter, ArtifactHit } from '../engine/ports/artifacts.ts';
import type {
  Chunk,
  Hit,
  KnowledgeSnapshot,
  ScopedContext,
  SearchRequest,
  SourceOutline,
  SourceText,
} from '../engine/ports/knowledge.ts';
import type { TableAnswer, TableQuery } from '../engine/ports/tables.ts';
import { abortable } from '../lib/signals.ts';
import { tryGuessLanguage } from './analysis/guess-language.ts';
import { DEFAULT_LANGUAGE, type Language } from './analysis/languages.ts';
import { queryTerms } from './analysis/query-terms.ts';
import { termsOf } from './analysis/terms.ts';
import type { ScopedArtifacts } from './artifacts/scoped-artifacts.ts';
import type { QueryEmbedder } from './embedding/query-embedder.ts';
import type { ReaderLoan } from './lance/reader-cache.ts';
import { textOf, toChunk } from './lance/to-chunk.ts';
import { outlineOf } from './outline.ts';
import { withKin } from './search/kin.ts';
import { type Nominees, nominate, type QueryVector } from './search/nominate.ts';
import { type Ranking, rank, toHits } from './search/rank.ts';
import { select } from './search/select.ts';

export interface LentContext {
  readonly context: ScopedContext;
  readonly loan: ReaderLoan;
}

export interface SnapshotParts {
  readonly lent: readonly LentContext[];
  readonly artifacts: ScopedArtifacts;
  readonly queries: QueryEmbedder | undefined;
}

const MAX_COUNTED = 512;
const COUNTING_LANES = 8;

/** The knowledge of a scope over LanceDB tables, each read at the version that was live when the snapshot was opened. */
export class LanceSnapshot implements KnowledgeSnapshot {
  readonly contexts: readonly ScopedContext[];
  readonly #lent: readonly LentContext[];
  readonly #artifacts: ScopedArtifacts;
  readonly #languages: readonly Language[];
  readonly #queries: QueryEmbedder | undefined;
  readonly #notices: Set<string>;

  constructor(contexts: readonly ScopedContext[], { lent, artifacts, queries }: SnapshotParts) {
    this.contexts = contexts;
    this.#lent = lent;
    this.#artifacts = artifacts;
    this.#languages = commonestFirst(lent);
    this.#queries = queries;
    this.#notices = new Set(lent.flatMap((each) => noticeOf(each, queries?.embedder.id) ?? []));
  }

  get notices(): readonly string[] {
    return [...this.#notices];
  }

  /**
   * Contexts are searched side by side. The index's own scores only nominate candidates, for they rest on each
   * context's own frequencies; what is compared is one score, over the frequencies of the whole scope.
   */
  async search(request: SearchRequest, signal: AbortSignal): Promise<readonly Hit[]> {
    const terms = queryTerms(request.query, this.#languages);
    if (request.limit < 1 || request.sources?.length === 0) return [];
    const [found, frequencies] = await abortable(
      Promise.all([
        nominate(request, { lent: this.#lent, terms: terms.all, vector: this.#embed(request, signal) }),
        this.documentFrequency(terms.all, signal),
      ]),
      signal,
    );
    const counted = { ...frequencies, meanTerms: this.#meanTerms() };
    const corpus = withKin(
      counted,
      terms.all,
      this.#lent.map(({ loan }) => loan.reader),
    );
    const ranking = this.#rankingOf(request, found);
    const chosen = select(rank(found.candidates, { terms, corpus, ranking }), request.limit);
    return abortable(toHits(chosen), signal);
  }

  async neighbours(chunk: Chunk, window: number, signal: AbortSignal): Promise<readonly Chunk[]> {
    const lent = this.#in(chunk.contextSlug);
    if (lent === undefined) return [];
    const range = { from: chunk.ordinal - window, to: chunk.ordinal + window };
    const rows = await abortable(lent.loan.reader.source({ id: chunk.sourceId }, range), signal);
    return rows.map((row) => toChunk(chunk.contextSlug, row));
  }

  async outline(signal: AbortSignal): Promise<readonly SourceOutline[]> {
    const outlines = this.#lent.map(async ({ context, loan }) => outlineOf(context.slug, await loan.reader.places()));
    return (await abortable(Promise.all(outlines), signal)).flat();
  }

  async sourceChunks(contextSlug: string, sourcePath: string, signal: AbortSignal): Promise<readonly Chunk[]> {
    const rows =
      (await abortable(Promise.resolve(this.#in(contextSlug)?.loan.reader.source({ path: sourcePath })), signal)) ?? [];
    return rows.map((row) => toChunk(contextSlug, row));
  }

  listArtifacts(filter: ArtifactFilter, signal: AbortSignal): Promise<readonly Artifact[]> {
    return abortable(this.#artifacts.list(filter), signal);
  }

  readArtifact(id: string, signal: AbortSignal): Promise<Artifact | undefined> {
    return abortable(this.#artifacts.read(id), signal);
  }

  searchArtifacts(
    { query, ...request }: ArtifactFilter & { readonly query: string; readonly limit: number },
    signal: AbortSignal,
  ): Promise<readonly ArtifactHit[]> {
    const terms = queryTerms(query, this.#languages);
    const frequencies = () => this.documentFrequency(terms.all, signal);
    return abortable(this.#artifacts.search({ ...request, terms }, frequencies), signal);
  }

  queryTable(query: TableQuery, signal: AbortSignal): Promise<TableAnswer | undefined> {
    return this.#artifacts.queryTable(query, signal);
  }

  async readSource(contextSlug: string, sourcePath: string, signal: AbortSignal): Promise<SourceText | undefined> {
    const lent = this.#in(contextSlug);
    if (lent === undefined) return undefined;
    const rows = await abortable(lent.loan.reader.source({ path: sourcePath }), signal);
    const [first] = rows;
    if (first === undefined) return undefined;
    const text = textOf(rows);
    return { contextSlug, sourcePath, title: first.title, text };
  }

  /** By the rules of the text's own language where the scope has it and the text shows it, else of all in scope. */
  terms(text: string): readonly string[] {
    const [only, second] = this.#languages;
    if (only !== undefined && second === undefined) return termsOf(text, only);
    const own = tryGuessLanguage(text, { among: this.#languages });
    if (own !== undefined) return termsOf(text, own);
    return [...new Set(this.#languages.flatMap((language) => termsOf(text, language)))];
  }

  /** Counts at most `MAX_COUNTED` different terms, a few at a time: a text may hold more than anyone should pay for. */
  async documentFrequency(
    terms: readonly string[],
    signal: AbortSignal,
  ): Promise<{ readonly chunks: number; readonly counts: ReadonlyMap<string, number> }> {
    const different = [...new Set(terms)].slice(0, MAX_COUNTED);
    const counts = new Map(different.map((term) => [term, 0]));
    // The lanes draw from one list, so that a slow term holds up its own lane only.
    const pending = this.#lent.flatMap(({ loan }) => different.map((term) => ({ reader: loan.reader, term }))).values();
    const lane = async () => {
      for (const { reader, term } of pending) {
        const count = await reader.count(term);
        signal.throwIfAborted();
        counts.set(term, (counts.get(term) ?? 0) + count);
      }
    };
    await abortable(Promise.all(Array.from({ length: COUNTING_LANES }, lane)), signal);
    return { counts, chunks: this.#lent.reduce((sum, { loan }) => sum + loan.reader.chunks, 0) };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const { loan } of this.#lent) loan[Symbol.dispose]();
    this.#artifacts[Symbol.dispose]();
  }

  /** Undefined where there is nothing to compare it with, or it cannot be had. */
  async #embed(request: SearchRequest, signal: AbortSignal): Promise<QueryVector | undefined> {
    if (this.#queries === undefined || request.mode === 'keyword') return undefined;
    const { id } = this.#queries.embedder;
    if (!this.#lent.some(({ loan }) => loan.reader.embedder === id)) return undefined;
    const embedded = await this.#queries.embed(request, signal);
    if ('vector' in embedded) return { values: embedded.vector, embedder: id };
    this.#notices.add(`A query was searched by its words alone: ${embedded.missing}.`);
    return undefined;
  }

  #rankingOf({ mode }: SearchRequest, { byVector }: Nominees): Ranking {
    if (mode === 'keyword') return { by: 'words' };
    if (byVector && this.#queries !== undefined) return { by: 'vectors', weight: this.#queries.embedder.weight };
    return { by: 'latent' };
  }

  #in(contextSlug: string): LentContext | undefined {
    return this.#lent.find(({ context }) => context.slug === contextSlug);
  }

  #meanTerms(): number {
    let terms = 0;
    let chunks = 0;
    for (const { loan } of this.#lent) {
      terms += loan.reader.meanTerms * loan.reader.chunks;
      chunks += loan.reader.chunks;
    }
    return terms / Math.max(1, chunks);
  }
}

/** What a search of a context has to do without, if anything. */
function noticeOf({ context, loan: { reader } }: LentContext, embedder: string | undefined): string | undefined {
  if (reader.chunks === 0 || reader.embedder === embedder) return undefined;
  if (embedder === undefined) {
    return `Context "${context.slug}" is searched by words alone: it was embedded by ${reader.embedder}, which is not set up.`;
  }
  const instead =
    reader.embedder === undefined ? 'not all of it was embedded' : `it was embedded by ${reader.embedder}`;
  return `Context "${context.slug}" is searched by words alone: ${instead}. Curate it again to have it embedded by ${embedder}.`;
}

function commonestFirst(lent: readonly LentContext[]): readonly Language[] {
  const counts = new Map<Language, number>();
  for (const { loan } of lent) {
    for (const [language, count] of loan.reader.languages) counts.set(language, (counts.get(language) ?? 0) + count);
  }
  if (counts.size === 0) return [DEFAULT_LANGUAGE];
  return [...counts].toSorted((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([language]) => language);
}
