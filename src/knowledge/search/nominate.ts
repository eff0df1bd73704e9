import type { ScopedContext, SearchRequest, SearchSignal } from '../../engine/ports/knowledge.ts';
import type { IndexReader } from '../lance/index-reader.ts';
import type { CandidateRow } from '../lance/rows.ts';
import { toMeanings } from './fuse.ts';

/** One context of a search's scope, open for reading. */
export interface SearchedContext {
  readonly context: ScopedContext;
  readonly loan: { readonly reader: IndexReader };
}

/** A chunk that one of the lists holds. */
export interface Nominee {
  readonly from: SearchedContext;
  readonly row: CandidateRow;
  readonly foundBy: readonly SearchSignal[];
  /** From 1 for the nearest vector to 0 for the last of the list, 0 beyond it; undefined where chunks have no vectors. */
  readonly meaning: number | undefined;
}

export interface Nominees {
  readonly candidates: readonly Nominee[];
  /** Whether the scope was searched by vectors as well. */
  readonly byVector: boolean;
}

export interface Nomination {
  readonly lent: readonly SearchedContext[];
  readonly terms: readonly string[];
  /** The query's; undefined where there is none. */
  readonly vector: Promise<QueryVector | undefined>;
}

export interface QueryVector {
  readonly values: Float32Array;
  /** `Embedder.id` of whose it is: vectors of different embedders have nothing to say to each other. */
  readonly embedder: string;
}

/** Candidates of each context and list that the index hands over for scoring: the best by its own, plainer measure. */
const NOMINATED = 100;
/** Rows of a context of so many chunks cost more to read, and the last of them say less. */
const LARGE = 50_000;
const NOMINATED_OF_LARGE = 64;

export async function nominate(
  { limit, sources }: SearchRequest,
  { lent, terms, vector }: Nomination,
): Promise<Nominees> {
  const nominatedIn = ({ chunks }: IndexReader) => Math.max(chunks < LARGE ? NOMINATED : NOMINATED_OF_LARGE, 2 * limit);
  const [matches, near, embedder] = await Promise.all([
    overScope(lent, (reader) => reader.match(terms, nominatedIn(reader), sources)),
    vector.then((wanted) => {
      if (wanted === undefined) return [];
      const embedded = lent.filter(({ loan }) => loan.reader.embedder === wanted.embedder);
      return overScope(embedded, (reader) => reader.nearest(wanted.values, nominatedIn(reader), sources));
    }),
    vector.then((wanted) => wanted?.embedder),
  ]);
  const byVector = near.length > 0;
  const nominees = new Map<SearchedContext, Map<bigint, Nominee>>();
  const add = (nominee: Nominee) => {
    const known = nominees.get(nominee.from) ?? new Map<bigint, Nominee>();
    nominees.set(nominee.from, known.set(nominee.row.row, nominee));
  };
  for (const { from, row } of matches) {
    const meaning = byVector && from.loan.reader.embedder === embedder ? 0 : undefined;
    add({ from, row, foundBy: ['keyword'], meaning });
  }
  const meanings = toMeanings(near.map(({ row }) => row.cosine));
  near.forEach(({ from, row }, at) => {
    const matched = nominees.get(from)?.has(row.row) === true;
    add({ from, row, foundBy: matched ? ['keyword', 'vector'] : ['vector'], meaning: meanings[at] });
  });
  return { candidates: [...nominees.values()].flatMap((each) => [...each.values()]), byVector };
}

async function overScope<Row>(
  lent: readonly SearchedContext[],
  search: (reader: IndexReader) => Promise<readonly Row[]>,
): Promise<readonly { readonly from: SearchedContext; readonly row: Row }[]> {
  const lists = lent.map(async (from) => (await search(from.loan.reader)).map((row) => ({ from, row })));
  return (await Promise.all(lists)).flat();
}
