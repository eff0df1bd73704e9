import type { Hit } from '../../engine/ports/knowledge.ts';
import type { QueryTerms } from '../analysis/query-terms.ts';
import { toChunk } from '../lance/to-chunk.ts';
import type { CorpusStatistics } from './corpus.ts';
import { fuse } from './fuse.ts';
import { LATENT, latentMeanings } from './latent.ts';
import type { Nominee, SearchedContext } from './nominate.ts';
import { scorersOf } from './score.ts';
import type { Candidate } from './select.ts';

/** What candidates are ranked by beside their words: nothing, the vectors of an embedder, or their own latent space. */
export type Ranking =
  | { readonly by: 'words' }
  | { readonly by: 'vectors'; readonly weight: number }
  | { readonly by: 'latent' };

export interface Ranked extends Candidate {
  readonly nominee: Nominee;
}

export function rank(
  nominees: readonly Nominee[],
  {
    terms,
    corpus,
    ranking,
  }: { readonly terms: QueryTerms; readonly corpus: CorpusStatistics; readonly ranking: Ranking },
): readonly Ranked[] {
  const scorerFor = scorersOf(terms, corpus);
  const read = nominees.map((nominee) => {
    const { row, from } = nominee;
    const chunkTerms = row.terms.split(' ');
    const words = scorerFor(row.language)({ terms: chunkTerms, headTerms: row.head_terms });
    return {
      nominee,
      terms: chunkTerms,
      words,
      meaning: nominee.meaning,
      query: terms.all,
      space: from.loan.reader.space,
    };
  });
  const scores = scoresBy(ranking, read);
  return read.map(({ nominee, terms: all }, at) => ({
    nominee,
    score: scores[at] ?? 0,
    contextSlug: nominee.from.context.slug,
    sourcePath: nominee.row.source_path,
    ordinal: nominee.row.ordinal,
    terms: all.slice(nominee.row.head_terms),
  }));
}

function scoresBy(
  ranking: Ranking,
  read: readonly (Parameters<typeof latentMeanings>[0][number] & { readonly meaning: number | undefined })[],
): readonly number[] {
  switch (ranking.by) {
    case 'words':
      return read.map(({ words }) => words);
    case 'vectors':
      return fuse(read, ranking.weight);
    case 'latent': {
      const meanings = latentMeanings(read);
      return fuse(
        read.map(({ words }, at) => ({ words, meaning: meanings[at] })),
        LATENT.weight,
      );
    }
  }
}

/** The rest of the chosen rows is only read now: lists and long texts cost most. */
export async function toHits(chosen: readonly Ranked[]): Promise<readonly Hit[]> {
  const byContext = new Map<SearchedContext, bigint[]>();
  for (const { nominee } of chosen) {
    byContext.set(nominee.from, [...(byContext.get(nominee.from) ?? []), nominee.row.row]);
  }
  const taken = new Map(
    await Promise.all([...byContext].map(async ([from, rows]) => [from, await from.loan.reader.hits(rows)] as const)),
  );
  return chosen.map(({ score, nominee: { from, row, foundBy } }) => {
    const hit = taken.get(from)?.get(row.row);
    if (hit === undefined) throw new Error('a row that was found is not there');
    return { score, chunk: toChunk(from.context.slug, hit), foundBy };
  });
}
