import { setImmediate as untilOthersRan } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { isLanguage, type Language } from '../analysis/languages.ts';
import { LatentSpace } from '../latent/latent-space.ts';
import { TermCounts } from '../lexicon/term-counts.ts';
import { CHUNK_COLUMNS, type ChunkRow, literal, oneOf, tableName } from './chunk-table.ts';
import { type LexiconRow, tryReadLexicon } from './lexicon-table.ts';
import { type Connection, MatchQuery, type Table } from './native.ts';
import {
  byPlace,
  CANDIDATE_COLUMNS,
  type CandidateRow,
  type NearRow,
  PLACE_COLUMNS,
  type PlaceRow,
  readRows,
  toCandidate,
  toChunkRow,
  toHitRow,
  toPlaceRow,
} from './rows.ts';
import { HIT_COLUMNS, type HitRow } from './to-chunk.ts';
import { findVectors } from './vector-cache.ts';
import { countMissing, stampOf, VECTOR } from './vector-column.ts';

/** Rows of one source, the first and the last by ordinal. */
export interface RowRange {
  readonly path: string;
  readonly from: number;
  readonly to: number;
}

const MAX_COUNTED_TERMS = 5_000;
/** The native side walks a filter recursively: some thousand alternatives end the process. */
const RANGES_A_QUERY = 100;
/** How many of a vector index's guesses are measured for each one that is wanted: it stores the vectors blurred. */
const REFINED = 4;

/** One version of one context's table, open for reading. Later writes change nothing of what it sees. */
export class IndexReader implements Disposable {
  readonly chunks: number;
  /** In how many chunks' analysis each language was used. */
  readonly languages: ReadonlyMap<Language, number>;
  /** Mean number of terms of a chunk. */
  readonly meanTerms: number;
  /** `Embedder.id` of the vectors that every chunk has; undefined where one has none. */
  readonly embedder: string | undefined;
  /** Undefined for a context of few chunks. */
  readonly space: LatentSpace | undefined;
  readonly #table: Table;
  readonly #onlyLanguage: string | undefined;
  #outline: ReadonlyMap<string, number> | undefined;
  readonly #termCounts: TermCounts | undefined;
  readonly #counts = new LRUCache<string, number>({ max: MAX_COUNTED_TERMS });

  private constructor(table: Table, about: AboutVersion) {
    this.#table = table;
    this.chunks = about.chunks;
    this.languages = about.languages;
    const [commonest] = about.languages;
    this.#onlyLanguage = commonest?.[1] === about.chunks ? commonest[0] : undefined;
    this.meanTerms = about.meanTerms;
    this.embedder = about.embedder;
    this.space = about.lexicon?.space && new LatentSpace(about.lexicon.space);
    this.#termCounts = about.lexicon && new TermCounts(about.lexicon.counts);
  }

  /** @throws Error when that version is not there. */
  static async open(connection: Connection, contextId: string, version: number): Promise<IndexReader> {
    const table = await connection.openTable(tableName(contextId));
    try {
      await table.checkout(version);
      const columns = await table.query().select(['language', 'term_count']).toArrow();
      const languages = new Map<Language, number>();
      let terms = 0;
      for (const batch of columns.batches) {
        await untilOthersRan(); // of many chunks, decoding takes longer than a turn should wait
        for (const name of batch.getChild('language') ?? []) {
          if (isLanguage(name)) languages.set(name, (languages.get(name) ?? 0) + 1);
        }
        for (const count of batch.getChild('term_count') ?? []) terms += Number(count);
      }
      const stamped = await stampOf(table);
      return new IndexReader(table, {
        chunks: columns.numRows,
        languages,
        meanTerms: terms / Math.max(1, columns.numRows),
        embedder: stamped !== undefined && (await countMissing(table)) === 0 ? stamped : undefined,
        lexicon: await tryReadLexicon(connection, contextId, version),
      });
    } catch (error) {
      table.close();
      throw error;
    }
  }

  /** The rows that match any of the terms best, best first. */
  async match(terms: readonly string[], limit: number, sources?: readonly string[]): Promise<readonly CandidateRow[]> {
    if (this.chunks === 0 || terms.length === 0) return [];
    const query = this.#table
      .query()
      .fullTextSearch(new MatchQuery(terms.join(' '), 'terms'))
      .select(this.#candidateColumns('_rowid'))
      .withRowId()
      .limit(limit);
    if (sources !== undefined) query.where(oneOf('source_path', sources));
    return (await readRows(query)).map((row) => toCandidate(row, this.#onlyLanguage));
  }

  /** The rows whose vectors are nearest to `vector`, nearest first; none where the chunks have no vectors. */
  async nearest(vector: Float32Array, limit: number, sources?: readonly string[]): Promise<readonly NearRow[]> {
    if (this.chunks === 0 || this.embedder === undefined) return [];
    const query = this.#table
      .vectorSearch(vector)
      .column(VECTOR)
      .distanceType('cosine')
      .refineFactor(REFINED)
      .select(this.#candidateColumns('_distance', '_rowid'))
      .withRowId()
      .limit(limit);
    if (sources !== undefined) query.where(oneOf('source_path', sources));
    const rows = await readRows(query);
    return rows.map((row) => ({
      ...toCandidate(row, this.#onlyLanguage),
      cosine: 1 - Number(row['_distance']),
    }));
  }

  /** Each column costs a search as much as ranking ten chunks: a language that all chunks have is not read. */
  #candidateColumns(...more: readonly string[]): string[] {
    const own = CANDIDATE_COLUMNS.filter((name) => name !== 'language' || this.#onlyLanguage === undefined);
    return [...own, ...more];
  }

  /** By what `match` and `nearest` named them. */
  async hits(rows: readonly bigint[]): Promise<ReadonlyMap<bigint, HitRow>> {
    if (rows.length === 0) return new Map();
    const taken = await readRows(
      this.#table
        .takeRowIds([...rows])
        .withRowId()
        .select([...HIT_COLUMNS, '_rowid']),
    );
    return new Map(taken.map(({ _rowid: row, ...rest }) => [row as bigint, toHitRow(rest)]));
  }

  /** The vectors of texts that this version has, by the texts' keys. */
  async vectors(keys: readonly string[]): Promise<ReadonlyMap<string, Float32Array>> {
    return findVectors(this.#table, keys);
  }

  /** In how many chunks a term occurs. */
  async count(term: string): Promise<number> {
    const known = this.#termCounts?.of(term) ?? this.#counts.get(term);
    if (known !== undefined) return known;
    if (this.chunks === 0) return 0;
    // An index that was built without a lexicon can only be asked.
    const matches = this.#table.query().fullTextSearch(new MatchQuery(term, 'terms')).select(['ordinal', '_score']);
    const count = (await matches.limit(this.chunks).toArrow()).numRows;
    this.#counts.set(term, count);
    return count;
  }

  /** The terms that begin so, if they are no more than so many; none for an index that was built without a lexicon. */
  termsStartingWith(beginning: string, most: number): ReadonlyMap<string, number> {
    return this.#termCounts?.tryStartingWith(beginning, most) ?? new Map();
  }

  /** The chunks of a source, in order; of those with an ordinal in `range` when it is given. */
  async source(
    key: { readonly id: string } | { readonly path: string },
    range?: { readonly from: number; readonly to: number },
  ): Promise<readonly ChunkRow[]> {
    const whose = 'id' in key ? `source_id = ${literal(key.id)}` : `source_path = ${literal(key.path)}`;
    const which = range === undefined ? '' : ` AND ordinal >= ${Math.max(0, range.from)} AND ordinal <= ${range.to}`;
    const rows: Record<string, unknown>[] = await this.#table
      .query()
      .select([...CHUNK_COLUMNS])
      .where(whose + which)
      .toArray();
    return rows.map(toChunkRow).toSorted((a, b) => a.ordinal - b.ordinal);
  }

  /** How many chunks each source has, by path, in the order of their UTF-16 codes. */
  async outline(): Promise<ReadonlyMap<string, number>> {
    if (this.#outline !== undefined) return this.#outline;
    const columns = await this.#table.query().select(['source_path']).toArrow();
    const counts = new Map<string, number>();
    for (const path of columns.getChild('source_path') ?? []) counts.set(path, (counts.get(path) ?? 0) + 1);
    this.#outline = new Map([...counts].toSorted(([a], [b]) => (a < b ? -1 : 1)));
    return this.#outline;
  }

  /** Where each chunk stands, without its text: by path, then by ordinal. */
  async places(): Promise<readonly PlaceRow[]> {
    const rows: Record<string, unknown>[] = await this.#table
      .query()
      .select([...PLACE_COLUMNS])
      .toArray();
    return rows.map(toPlaceRow).toSorted(byPlace);
  }

  /** By path, then by ordinal. */
  async rows(ranges: readonly RowRange[]): Promise<readonly ChunkRow[]> {
    const found: ChunkRow[] = [];
    for (let at = 0; at < ranges.length; at += RANGES_A_QUERY) {
      const places = ranges
        .slice(at, at + RANGES_A_QUERY)
        .map(({ path, from, to }) => `(source_path = ${literal(path)} AND ordinal >= ${from} AND ordinal <= ${to})`);
      const query = this.#table.query().select([...CHUNK_COLUMNS]);
      const rows: Record<string, unknown>[] = await query.where(places.join(' OR ')).toArray();
      found.push(...rows.map(toChunkRow));
    }
    return found.toSorted(byPlace);
  }

  async row(id: string): Promise<ChunkRow | undefined> {
    const rows: Record<string, unknown>[] = await this.#table
      .query()
      .select([...CHUNK_COLUMNS])
      .where(oneOf('id', [id]))
      .limit(1)
      .toArray();
    return rows.map(toChunkRow)[0];
  }

  [Symbol.dispose](): void {
    this.#table.close();
  }
}

interface AboutVersion extends Pick<IndexReader, 'chunks' | 'languages' | 'meanTerms' | 'embedder'> {
  readonly lexicon: LexiconRow | undefined;
}
