/** Quality of one ranking against its judgments, at ten. */
export interface Quality {
  readonly ndcg: number;
  readonly recall: number;
  readonly mrr: number;
}

const AT = 10;

/** `ranking` is document ids, best first, each once. */
export function qualityOf(ranking: readonly string[], relevant: ReadonlyMap<string, number>): Quality {
  const top = ranking.slice(0, AT);
  const gain = (grade: number, place: number) => grade / Math.log2(place + 2);
  const ideal = [...relevant.values()].toSorted((a, b) => b - a).slice(0, AT);
  const best = ideal.reduce((sum, grade, place) => sum + gain(grade, place), 0);
  const dcg = top.reduce((sum, id, place) => sum + gain(relevant.get(id) ?? 0, place), 0);
  const first = top.findIndex((id) => relevant.has(id));
  return {
    ndcg: best === 0 ? 0 : dcg / best,
    recall: top.filter((id) => relevant.has(id)).length / Math.max(1, relevant.size),
    mrr: first === -1 ? 0 : 1 / (first + 1),
  };
}

export function meanQuality(all: readonly Quality[]): Quality {
  const mean = (read: (quality: Quality) => number) =>
    all.reduce((sum, quality) => sum + read(quality), 0) / Math.max(1, all.length);
  return { ndcg: mean(({ ndcg }) => ndcg), recall: mean(({ recall }) => recall), mrr: mean(({ mrr }) => mrr) };
}

/** The value that `share` of the values do not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}
