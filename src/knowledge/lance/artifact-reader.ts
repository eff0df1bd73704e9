import { ARTIFACT_TYPES, type ArtifactType } from '../../engine/ports/artifacts.ts';
import { type ArtifactRow, artifactTableName, artifactTag } from './artifact-table.ts';
import { inStatements, literal, oneOf } from './chunk-table.ts';
import { type Connection, MatchQuery, type Table } from './native.ts';
import { tryOpenTable } from './try-open-table.ts';
import { tryTaggedVersion } from './version-tags.ts';

const WHOLE = 'is_part = 0';

/** An artifact without what only some of its uses need. */
export type ArtifactHead = Pick<ArtifactRow, (typeof HEAD_COLUMNS)[number]>;
export type ScoredArtifact = Pick<ArtifactRow, (typeof SCORED_COLUMNS)[number]>;
export type ArtifactPlace = Pick<ArtifactRow, 'id' | 'type' | 'name' | 'sources'>;

const HEAD_COLUMNS = [
  'id',
  'type',
  'name',
  'sources',
  'text',
  'spans',
  'columns',
  'row_count',
] as const satisfies readonly (keyof ArtifactRow)[];
const SCORED_COLUMNS = [
  'id',
  'language',
  'head_terms',
  'term_count',
  'terms',
] as const satisfies readonly (keyof ArtifactRow)[];

/** The artifacts of one version of a context. Later curations change nothing of what it sees. */
export class ArtifactReader implements Disposable {
  readonly #table: Table | undefined;
  #places: readonly ArtifactPlace[] | undefined;

  private constructor(table?: Table) {
    this.#table = table;
  }

  /** One of no artifacts for a version that was curated without. */
  static async open(connection: Connection, contextId: string, version: number): Promise<ArtifactReader> {
    const table = await tryOpenTable(connection, artifactTableName(contextId));
    if (table === undefined) return new ArtifactReader();
    try {
      const own = await tryTaggedVersion(table, artifactTag(version));
      if (own !== undefined) {
        await table.checkout(own);
        return new ArtifactReader(table);
      }
    } catch (error) {
      table.close();
      throw error;
    }
    table.close();
    return new ArtifactReader();
  }

  /** By type, then by name, then by source. */
  async places(types: readonly ArtifactType[] = ARTIFACT_TYPES): Promise<readonly ArtifactPlace[]> {
    this.#places ??= (await this.#rows(WHOLE, ['id', 'type', 'name', 'sources']))
      .map((row) => withPlainSources(row) as unknown as ArtifactPlace)
      .toSorted(byPlace);
    return this.#places.filter(({ type }) => types.includes(type));
  }

  /** Those of the ids that there are, by id. */
  async heads(ids: readonly string[]): Promise<ReadonlyMap<string, ArtifactHead>> {
    const heads = new Map<string, ArtifactHead>();
    for (const some of inStatements(ids)) {
      const statement = `${WHOLE} AND ${oneOf('id', some)}`;
      for (const row of await this.#rows(statement, HEAD_COLUMNS)) {
        const head = withPlainSources(row) as unknown as ArtifactHead;
        heads.set(head.id, head);
      }
    }
    return heads;
  }

  /** Columns and rows of a table, as JSON; undefined for what is none. */
  async table(id: string): Promise<Pick<ArtifactRow, 'columns' | 'table_rows'> | undefined> {
    const rows = await this.#rows(`type = 'table' AND id = ${literal(id)}`, ['columns', 'table_rows']);
    return rows.map((row) => row as unknown as Pick<ArtifactRow, 'columns' | 'table_rows'>)[0];
  }

  /** The artifacts that match any of the terms best, best first. */
  async match(
    terms: readonly string[],
    limit: number,
    types: readonly ArtifactType[] = ARTIFACT_TYPES,
  ): Promise<readonly ScoredArtifact[]> {
    if (this.#table === undefined || terms.length === 0 || (await this.places(types)).length === 0) return [];
    const rows: Record<string, unknown>[] = await this.#table
      .query()
      .fullTextSearch(new MatchQuery(terms.join(' '), 'terms'))
      .where(`${WHOLE} AND ${oneOf('type', types)}`)
      .select([...SCORED_COLUMNS, '_score'])
      .limit(limit)
      .toArray();
    return rows.map((row) => ({ ...row }) as unknown as ScoredArtifact);
  }

  [Symbol.dispose](): void {
    this.#table?.close();
  }

  async #rows(where: string, columns: readonly string[]): Promise<readonly Record<string, unknown>[]> {
    if (this.#table === undefined) return [];
    const rows: Record<string, unknown>[] = await this.#table
      .query()
      .where(where)
      .select([...columns])
      .toArray();
    return rows.map((row) => ({ ...row }));
  }
}

/** With an array for Arrow's vector. */
function withPlainSources({ sources, ...plain }: Record<string, unknown>): Record<string, unknown> {
  return { ...plain, sources: [...(sources as Iterable<string>)] };
}

function byPlace(a: ArtifactPlace, b: ArtifactPlace): number {
  return (
    ARTIFACT_TYPES.indexOf(a.type) - ARTIFACT_TYPES.indexOf(b.type) ||
    compare(a.name, b.name) ||
    compare(a.sources[0] ?? '', b.sources[0] ?? '') ||
    compare(a.id, b.id)
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
