import type { Chunk, Hit, KnowledgeSnapshot, SearchSignal } from '../ports/knowledge.ts';
import type { AnsweredCall } from './toolbox.ts';

/** How much a place down a list costs: what several lists hold is worth more than the top of one. */
const RANK_OFFSET = 10;
/** A model reads what it takes to be the place; a search only offers. */
const READ_WEIGHT = 1.5;

interface Finding {
  readonly chunk: Chunk;
  readonly foundBy: Set<SearchSignal>;
  score: number;
}

/** What a research brought to light, ranked over all its calls by reciprocal ranks. */
export class Findings {
  readonly #findings = new Map<string, Finding>();
  readonly #knowledge: Pick<KnowledgeSnapshot, 'terms'>;
  readonly #askTerms: readonly string[];

  constructor(ask: string, knowledge: Pick<KnowledgeSnapshot, 'terms'>) {
    this.#knowledge = knowledge;
    this.#askTerms = [...new Set(knowledge.terms(ask))];
  }

  add({ outcome }: AnsweredCall): void {
    outcome?.hits?.forEach(({ chunk, foundBy }, rank) => {
      const finding = this.#rank(chunk, rank, 1);
      for (const signal of foundBy) finding.foundBy.add(signal);
    });
    this.#byRelevance(outcome?.read ?? []).forEach((chunk, rank) => this.#rank(chunk, rank, READ_WEIGHT));
  }

  /** Best first; in the order of their finding where they are equally good. */
  hits(): readonly Hit[] {
    return [...this.#findings.values()]
      .map(({ chunk, score, foundBy }) => ({ chunk, score, foundBy: [...foundBy].toSorted() }))
      .toSorted((one, other) => other.score - one.score);
  }

  #rank(chunk: Chunk, rank: number, weight: number): Finding {
    const finding = this.#findings.get(chunk.id) ?? { chunk, foundBy: new Set<SearchSignal>(), score: 0 };
    finding.score += weight / (RANK_OFFSET + rank);
    this.#findings.set(chunk.id, finding);
    return finding;
  }

  /** Of a section that was read, the parts that speak of the ask come first; the others are only around them. */
  #byRelevance(chunks: readonly Chunk[]): readonly Chunk[] {
    return chunks
      .map((chunk) => {
        const terms = new Set(this.#knowledge.terms(`${chunk.headingPath.join(' ')}\n${chunk.text}`));
        return { chunk, shared: this.#askTerms.filter((term) => terms.has(term)).length };
      })
      .toSorted((one, other) => other.shared - one.shared)
      .map(({ chunk }) => chunk);
  }
}
