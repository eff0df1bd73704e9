import type { Artifact, ArtifactFilter, ArtifactHit, ArtifactType } from '../../engine/ports/artifacts.ts';
import type { KnowledgeSnapshot, ScopedContext } from '../../engine/ports/knowledge.ts';
import type { TableAnswer, TableQuery } from '../../engine/ports/tables.ts';
import type { QueryTerms } from '../analysis/query-terms.ts';
import type { ArtifactReader, ScoredArtifact } from '../lance/artifact-reader.ts';
import type { ReaderLoan } from '../lance/reader-cache.ts';
import type { ArtifactRange, ArtifactReading } from '../library.ts';
import { scorersOf } from '../search/score.ts';
import type { TableQuerier } from '../tables/query/table-querier.ts';
import { tryContextOf } from './artifact-id.ts';
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

/** How artifacts are reached. */
export interface ArtifactAccess {
  readonly borrow: (contextId: string, version: number) => Promise<Loan>;
  readonly tables: Pick<TableQuerier, 'query'>;
}

/** Candidates of each context that are scored. */
const NOMINATED = 100;

/** The artifacts of a scope. Contexts are opened when they are first looked at: most turns never do. */
export class ScopedArtifacts implements ArtifactReading, Disposable {
  readonly #contexts: readonly ScopedContext[];
  readonly #borrow: ArtifactAccess['borrow'];
  readonly #tables: ArtifactAccess['tables'];
  readonly #loans = new Map<string, Promise<Loan>>();

  constructor(contexts: readonly ScopedContext[], { borrow, tables }: ArtifactAccess) {
    this.#contexts = contexts;
    this.#borrow = borrow;
    this.#tables = tables;
  }

  /** By context in the scope's order, then by type and name. */
  async list({ contextSlug, types }: ArtifactFilter): Promise<readonly Artifact[]> {
    const lists = (await this.#open(contextSlug)).map(async (context) =>
      headsOf(context, await context.reader.places(types)),
    );
    return (await Promise.all(lists)).flat();
  }

  /** Undefined where the scope has no artifact of the id that a page begins after. */
  async page({ limit, from, backward, types }: ArtifactRange): Promise<readonly Artifact[] | undefined> {
    const pages = (await this.#open()).map(async (context) =>
      (await context.reader.places(types)).map((place) => ({ context, place })),
    );
    const places = (await Promise.all(pages)).flat();
    if (backward === true) places.reverse();
    const at = from === undefined ? -1 : places.findIndex(({ place }) => place.id === from);
    if (from !== undefined && at < 0) return undefined;
    const wanted = places.slice(at + 1, at + 1 + limit);
    const artifacts = await this.#artifacts(wanted.map(({ context, place }) => ({ context, id: place.id })));
    return wanted.flatMap(({ place }) => artifacts.get(place.id) ?? []);
  }

  async count(types?: readonly ArtifactType[]): Promise<number> {
    const counts = (await this.#open()).map(async ({ reader }) => (await reader.places(types)).length);
    return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
  }

  async read(id: string): Promise<Artifact | undefined> {
    const context = await this.#contextOf(id);
    return context && (await headsOf(context, [{ id }]))[0];
  }

  /** The best, best first. What is compared is one score, over the frequencies of the whole scope's text. */
  async search(
    { terms, types, contextSlug, limit }: ArtifactQuery,
    frequencies: () => ReturnType<KnowledgeSnapshot['documentFrequency']>,
  ): Promise<readonly ArtifactHit[]> {
    if (limit < 1 || terms.all.length === 0) return [];
    const contexts = await this.#open(contextSlug);
    const nominated = Math.max(NOMINATED, 2 * limit);
    const lists = contexts.map(async (context) =>
      (await context.reader.match(terms.all, nominated, types)).map((row) => ({ context, row })),
    );
    const candidates = (await Promise.all(lists)).flat();
    if (candidates.length === 0) return [];
    const lengths = candidates.map(({ row }) => row.term_count);
    const meanTerms = lengths.reduce((sum, length) => sum + length, 0) / lengths.length;
    const corpus = { ...(await frequencies()), meanTerms };
    const scorerFor = scorersOf(terms, corpus);
    const scoreOf = ({ language, ...row }: ScoredArtifact) =>
      scorerFor(language)({ terms: row.terms.split(' '), headTerms: row.head_terms });
    const chosen = candidates
      .map(({ context, row }) => ({ context, id: row.id, score: scoreOf(row) }))
      .filter(({ score }) => score > 0)
      .toSorted((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
      .slice(0, limit);
    const artifacts = await this.#artifacts(chosen);
    return chosen.flatMap(({ id, score }) => {
      const artifact = artifacts.get(id);
      return artifact === undefined ? [] : [{ artifact, score }];
    });
  }

  /** Undefined where the scope has no table of that id. */
  async queryTable({ artifactId, sql, limit }: TableQuery, signal: AbortSignal): Promise<TableAnswer | undefined> {
    const table = await (await this.#contextOf(artifactId))?.reader.table(artifactId);
    return table && this.#tables.query({ columns: table.columns, rows: table.table_rows, sql, limit }, signal);
  }

  [Symbol.dispose](): void {
    for (const loan of this.#loans.values()) {
      // One that did not open has nothing to give back, and whoever asked for it was told.
      loan.then((lent) => lent[Symbol.dispose]()).catch(() => {});
    }
  }

  async #artifacts(
    wanted: readonly { readonly context: OpenContext; readonly id: string }[],
  ): Promise<ReadonlyMap<string, Artifact>> {
    const artifacts = new Map<string, Artifact>();
    for (const context of new Set(wanted.map((each) => each.context))) {
      const own = wanted.filter((each) => each.context === context);
      for (const artifact of await headsOf(context, own)) artifacts.set(artifact.id, artifact);
    }
    return artifacts;
  }

  async #contextOf(artifactId: string): Promise<OpenContext | undefined> {
    const contextId = tryContextOf(artifactId);
    const slug = this.#contexts.find(({ id }) => id === contextId)?.slug;
    return slug === undefined ? undefined : (await this.#open(slug))[0];
  }

  async #open(only?: string): Promise<readonly OpenContext[]> {
    const wanted = this.#contexts.filter(({ slug }) => only === undefined || slug === only);
    const open = wanted.map(async ({ id, slug, version }) => {
      if (version === null) return [];
      const loan = this.#loans.get(id) ?? this.#borrow(id, version);
      this.#loans.set(id, loan);
      return [{ slug, reader: (await loan).reader }];
    });
    return (await Promise.all(open)).flat();
  }
}

async function headsOf(
  { slug, reader }: OpenContext,
  places: readonly { readonly id: string }[],
): Promise<readonly Artifact[]> {
  const heads = await reader.heads(places.map(({ id }) => id));
  return places.flatMap(({ id }) => {
    const head = heads.get(id);
    return head === undefined ? [] : [toArtifact(slug, head)];
  });
}
