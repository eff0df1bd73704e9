import {
  type Artifact,
  type ArtifactFilter,
  type ArtifactHit,
  type KnowledgeSnapshot,
  type ScopedContext,
} from '../../engine/ports.ts';
import { isLanguage } from '../analysis/languages.ts';
import type { QueryTerms } from '../analysis/query-terms.ts';
import type { ArtifactReader, ScoredArtifact } from '../lance/artifact-reader.ts';
import type { ReaderLoan } from '../lance/reader-cache.ts';
import type { CorpusStatistics } from '../search/corpus.ts';
import { scoreChunk } from '../search/score.ts';
import { toArtifact } from './to-artifact.ts';

type Loan = ReaderLoan<ArtifactReader>;

interface OpenContext {
  readonly slug: string;
  readonly reader: ArtifactReader;
}

export interface ArtifactQuery extends ArtifactFilter {
  readonly terms: QueryTerms;
  readonly limit: number;
}

/** Candidates of each context that are scored. */
const NOMINATED = 100;

/** The artifacts of a scope. Contexts are opened when they are first looked at: most turns never do. */
export class ScopedArtifacts implements AsyncDisposable {
  readonly #contexts: readonly ScopedContext[];
  readonly #borrow: (contextId: string, version: number) => Promise<Loan>;
  readonly #loans = new Map<string, Promise<Loan>>();

  constructor(contexts: readonly ScopedContext[], borrow: (contextId: string, version: number) => Promise<Loan>) {
    this.#contexts = contexts;
    this.#borrow = borrow;
  }

  /** By context in the scope's order, then by type and name. */
  async list({ contextSlug, types }: ArtifactFilter): Promise<readonly Artifact[]> {
    const contexts = (await this.#open()).filter(({ slug }) => contextSlug === undefined || slug === contextSlug);
    const lists = contexts.map(async (context) => {
      const places = await context.reader.places(types);
      return headsOf(
        context,
        places.map(({ id }) => id),
      );
    });
    return (await Promise.all(lists)).flat();
  }

  async read(id: string): Promise<Artifact | undefined> {
    const found = await Promise.all((await this.#open()).map((context) => headsOf(context, [id])));
    return found.flat()[0];
  }

  /** The best, best first. What is compared is one score, over the frequencies of the whole scope's text. */
  async search(
    { terms, types, contextSlug, limit }: ArtifactQuery,
    frequencies: () => ReturnType<KnowledgeSnapshot['documentFrequency']>,
  ): Promise<readonly ArtifactHit[]> {
    if (limit < 1 || terms.all.length === 0) return [];
    const contexts = (await this.#open()).filter(({ slug }) => contextSlug === undefined || slug === contextSlug);
    const nominated = Math.max(NOMINATED, 2 * limit);
    const lists = contexts.map(async (context) =>
      (await context.reader.match(terms.all, nominated, types)).map((row) => ({ context, row })),
    );
    const candidates = (await Promise.all(lists)).flat();
    if (candidates.length === 0) return [];
    const lengths = candidates.map(({ row }) => row.term_count);
    const meanTerms = lengths.reduce((sum, length) => sum + length, 0) / lengths.length;
    const corpus = { ...(await frequencies()), meanTerms };
    const chosen = candidates
      .map(({ context, row }) => ({ context, id: row.id, score: scoreOf(row, terms, corpus) }))
      .filter(({ score }) => score > 0)
      .toSorted((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
      .slice(0, limit);
    return this.#hits(chosen);
  }

  async table(id: string): Promise<{ readonly columns: string; readonly table_rows: string } | undefined> {
    const found = await Promise.all((await this.#open()).map(({ reader }) => reader.table(id)));
    return found.find((each) => each !== undefined);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // One that did not open has nothing to give back, and whoever asked for it was told.
    for (const result of await Promise.allSettled(this.#loans.values())) {
      if (result.status === 'fulfilled') result.value[Symbol.dispose]();
    }
  }

  async #hits(
    chosen: readonly { readonly context: OpenContext; readonly id: string; readonly score: number }[],
  ): Promise<readonly ArtifactHit[]> {
    const artifacts = new Map<string, Artifact>();
    for (const context of new Set(chosen.map((each) => each.context))) {
      const ids = chosen.filter((each) => each.context === context).map(({ id }) => id);
      for (const artifact of await headsOf(context, ids)) artifacts.set(artifact.id, artifact);
    }
    return chosen.flatMap(({ id, score }) => {
      const artifact = artifacts.get(id);
      return artifact === undefined ? [] : [{ artifact, score }];
    });
  }

  async #open(): Promise<readonly OpenContext[]> {
    const open = this.#contexts.map(async ({ id, slug, version }) => {
      if (version === null) return [];
      const loan = this.#loans.get(id) ?? this.#borrow(id, version);
      this.#loans.set(id, loan);
      return [{ slug, reader: (await loan).reader }];
    });
    return (await Promise.all(open)).flat();
  }
}

async function headsOf({ slug, reader }: OpenContext, ids: readonly string[]): Promise<readonly Artifact[]> {
  const heads = await reader.heads(ids);
  return ids.flatMap((id) => {
    const head = heads.get(id);
    return head === undefined ? [] : [toArtifact(slug, head)];
  });
}

function scoreOf(row: ScoredArtifact, terms: QueryTerms, corpus: CorpusStatistics): number {
  const query = isLanguage(row.language) ? (terms.byLanguage.get(row.language) ?? terms.all) : terms.all;
  return scoreChunk(query, { terms: row.terms.split(' '), headTerms: row.head_terms }, corpus);
}
