import type {
  Artifact,
  ArtifactHit,
  Chunk,
  Hit,
  KnowledgeSnapshot,
  ScopedContext,
  SearchRequest,
  SourceOutline,
  SourceText,
} from '../engine/ports.ts';
import { abortable } from '../lib/signals.ts';
import { tryGuessLanguage } from './analysis/guess-language.ts';
import { DEFAULT_LANGUAGE, isLanguage, type Language } from './analysis/languages.ts';
import { queryTerms } from './analysis/query-terms.ts';
import { termsOf } from './analysis/terms.ts';
import type { ReaderLoan } from './lance/reader-cache.ts';
import { textOf, toChunk } from './lance/to-chunk.ts';
import { outlineOf } from './outline.ts';
import { scoreChunk } from './search/score.ts';
import { select } from './search/select.ts';

export interface LentContext {
  readonly context: ScopedContext;
  readonly loan: ReaderLoan;
}

/** Candidates of each context that the index hands over for scoring: the best by its own, plainer measure. */
const CANDIDATES = 100;
const MAX_COUNTED = 512;
const COUNTING_LANES = 8;

/** The knowledge of a scope over LanceDB tables, each read at the version that was live when the snapshot was opened. */
export class LanceSnapshot implements KnowledgeSnapshot {
  readonly contexts: readonly ScopedContext[];
  readonly notices: readonly string[] = [];
  readonly #lent: readonly LentContext[];
  readonly #languages: readonly Language[];

  constructor(contexts: readonly ScopedContext[], lent: readonly LentContext[]) {
    this.contexts = contexts;
    this.#lent = lent;
    this.#languages = commonestFirst(lent);
  }

  /**
   * Contexts are searched side by side. The index's own scores only nominate candidates, for they rest on each
   * context's own frequencies; what is compared is one score, over the frequencies of the whole scope.
   */
  async search(request: SearchRequest, signal: AbortSignal): Promise<readonly Hit[]> {
    const terms = queryTerms(request.query, this.#languages);
    if (terms.all.length === 0 || request.limit < 1 || request.sources?.length === 0) return [];
    const nominated = Math.max(CANDIDATES, 2 * request.limit);
    const [found, frequencies] = await abortable(
      Promise.all([
        Promise.all(
          this.#lent.map(async ({ context, loan }) => {
            const rows = await loan.reader.match(terms.all, nominated, request.sources);
            return rows.map((row) => ({ context, row }));
          }),
        ),
        this.documentFrequency(terms.all, signal),
      ]),
      signal,
    );
    const corpus = { ...frequencies, meanTerms: this.#meanTerms() };
    const candidates = found.flat().map(({ context, row }) => {
      const chunkTerms = row.terms.split(' ');
      const query = isLanguage(row.language) ? (terms.byLanguage.get(row.language) ?? terms.all) : terms.all;
      return {
        score: scoreChunk(query, { terms: chunkTerms, headTerms: row.head_terms }, corpus),
        contextSlug: context.slug,
        sourcePath: row.source_path,
        ordinal: row.ordinal,
        terms: chunkTerms.slice(row.head_terms),
        row,
      };
    });
    return select(candidates, request.limit).map(({ score, contextSlug, row }) => ({
      score,
      chunk: toChunk(contextSlug, row),
      foundBy: ['keyword'],
    }));
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

  /** No artifacts are compiled so far. */
  async listArtifacts(): Promise<readonly Artifact[]> {
    return [];
  }

  async readArtifact(): Promise<Artifact | undefined> {
    return undefined;
  }

  async searchArtifacts(): Promise<readonly ArtifactHit[]> {
    return [];
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

function commonestFirst(lent: readonly LentContext[]): readonly Language[] {
  const counts = new Map<Language, number>();
  for (const { loan } of lent) {
    for (const [language, count] of loan.reader.languages) counts.set(language, (counts.get(language) ?? 0) + count);
  }
  if (counts.size === 0) return [DEFAULT_LANGUAGE];
  return [...counts].toSorted((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([language]) => language);
}
