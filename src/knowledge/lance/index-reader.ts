import { LRUCache } from 'lru-cache';
import { isLanguage, type Language } from '../analysis/languages.ts';
import { type ChunkRow, literal, oneOf, tableName } from './chunk-table.ts';
import { type Connection, MatchQuery, type Table } from './native.ts';

/** A row with what the index thought of it. */
export interface ScoredRow extends ChunkRow {
  readonly bm25: number;
}

/** A row without its text. */
export type PlaceRow = Pick<ChunkRow, 'source_id' | 'source_path' | 'title' | 'ordinal' | 'heading_path' | 'pages'>;

/** Rows of one source, the first and the last by ordinal. */
export interface RowRange {
  readonly path: string;
  readonly from: number;
  readonly to: number;
}

const MAX_COUNTED_TERMS = 5_000;

/** One version of one context's table, open for reading. Later writes change nothing of what it sees. */
export class IndexReader implements Disposable {
  readonly chunks: number;
  /** In how many chunks' analysis each language was used. */
  readonly languages: ReadonlyMap<Language, number>;
  /** Mean number of terms of a chunk. */
  readonly meanTerms: number;
  readonly #table: Table;
  #outline: ReadonlyMap<string, number> | undefined;
  readonly #counts = new LRUCache<string, number>({ max: MAX_COUNTED_TERMS });

  private constructor(table: Table, chunks: number, languages: ReadonlyMap<Language, number>, meanTerms: number) {
    this.#table = table;
    this.chunks = chunks;
    this.languages = languages;
    this.meanTerms = meanTerms;
  }

  /** @throws Error when that version is not there. */
  static async open(connection: Connection, contextId: string, version: number): Promise<IndexReader> {
    const table = await connection.openTable(tableName(contextId));
    try {
      await table.checkout(version);
      const columns = await table.query().select(['language', 'term_count']).toArrow();
      const languages = new Map<Language, number>();
      for (const name of columns.getChild('language') ?? []) {
        if (isLanguage(name)) languages.set(name, (languages.get(name) ?? 0) + 1);
      }
      let terms = 0;
      for (const count of columns.getChild('term_count') ?? []) terms += Number(count);
      return new IndexReader(table, columns.numRows, languages, terms / Math.max(1, columns.numRows));
    } catch (error) {
      table.close();
      throw error;
    }
  }

  /** The rows that match any of the terms best, best first. */
  async match(terms: readonly string[], limit: number, sources?: readonly string[]): Promise<readonly ScoredRow[]> {
    if (this.chunks === 0 || terms.length === 0) return [];
    const query = this.#table
      .query()
      .fullTextSearch(new MatchQuery(terms.join(' '), 'terms'))
      .limit(limit);
    if (sources !== undefined) query.where(oneOf('source_path', sources));
    const rows: Record<string, unknown>[] = await query.toArray();
    return rows.map((row) => ({ ...toChunkRow(row), bm25: Number(row['_score']) }));
  }

  /** In how many chunks a term occurs. */
  async count(term: string): Promise<number> {
    const known = this.#counts.get(term);
    if (known !== undefined) return known;
    if (this.chunks === 0) return 0;
    const matches = this.#table.query().fullTextSearch(new MatchQuery(term, 'terms')).select(['ordinal', '_score']);
    const count = (await matches.limit(this.chunks).toArrow()).numRows;
    this.#counts.set(term, count);
    return count;
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
      .select(['source_id', 'source_path', 'title', 'ordinal', 'heading_path', 'pages'])
      .toArray();
    return rows.map(toPlainLists<PlaceRow>).toSorted(byPlace);
  }

  /** By path, then by ordinal. */
  async rows(ranges: readonly RowRange[]): Promise<readonly ChunkRow[]> {
    if (ranges.length === 0) return [];
    const places = ranges.map(
      ({ path, from, to }) => `(source_path = ${literal(path)} AND ordinal >= ${from} AND ordinal <= ${to})`,
    );
    const rows: Record<string, unknown>[] = await this.#table.query().where(places.join(' OR ')).toArray();
    return rows.map(toChunkRow).toSorted(byPlace);
  }

  async row(id: string): Promise<ChunkRow | undefined> {
    const rows: Record<string, unknown>[] = await this.#table
      .query()
      .where(oneOf('id', [id]))
      .limit(1)
      .toArray();
    return rows.map(toChunkRow)[0];
  }

  [Symbol.dispose](): void {
    this.#table.close();
  }
}

const toChunkRow = toPlainLists<ChunkRow>;

/** Arrow's vectors as the arrays that they stand for. */
function toPlainLists<Row extends Pick<ChunkRow, 'heading_path' | 'pages'>>(row: Record<string, unknown>): Row {
  const { heading_path, pages, ...plain } = row as unknown as {
    readonly heading_path: Iterable<string>;
    readonly pages: Iterable<number>;
  };
  return { ...plain, heading_path: [...heading_path], pages: [...pages] } as unknown as Row;
}

function byPlace<Row extends Pick<ChunkRow, 'source_path' | 'ordinal'>>(a: Row, b: Row): number {
  if (a.source_path === b.source_path) return a.ordinal - b.ordinal;
  return a.source_path < b.source_path ? -1 : 1;
}
