import type { Citation } from '../../knowql/query.ts';
import type { ComposePart, Passage } from '../ports/compose.ts';
import type { Chunk } from '../ports/knowledge.ts';

type CitationPart = Extract<ComposePart, { kind: 'citation' }>;
type ReferencePart = Extract<ComposePart, { kind: 'reference' }>;

/**
 * The citations of an answer, in the order of their first use. A span that does not exist in the passages is not
 * cited, only counted: an answer never points at what was not retrieved.
 */
export class CitationList {
  readonly #passages: readonly Passage[];
  readonly #namesContext: boolean;
  readonly #citations = new Map<string, Citation>();
  #dropped = 0;

  /** `namesContext`: whether a citation says which context its source is in, as it must when there are several. */
  constructor(passages: readonly Passage[], namesContext: boolean) {
    this.#passages = passages;
    this.#namesContext = namesContext;
  }

  add({ passage, start, end, score }: CitationPart): void {
    const chunk = this.#passages.find(({ number }) => number === passage)?.hit.chunk;
    // What a query gave stands in no source: it is cited as a whole, and nothing is quoted.
    if (chunk?.artifact !== undefined) return this.refer({ kind: 'reference', passage });
    const grounding = chunk === undefined ? undefined : quote(chunk, start, end);
    if (chunk === undefined || grounding === undefined) {
      this.#dropped += 1;
      return;
    }
    // By place in the source: overlapping chunks hold the same sentence, and that is one citation.
    const key = JSON.stringify([chunk.contextSlug, chunk.sourcePath, chunk.start + start, chunk.start + end]);
    if (!this.#citations.has(key)) this.#citations.set(key, this.#toCitation(chunk, grounding, score));
  }

  /** Cites a passage without a span of it: where it was retrieved is known, what the answer takes from it is not. */
  refer({ passage }: ReferencePart): void {
    const chunk = this.#passages.find(({ number }) => number === passage)?.hit.chunk;
    if (chunk === undefined) {
      this.#dropped += 1;
      return;
    }
    const place = chunk.artifact === undefined ? [chunk.start, chunk.end] : [chunk.id];
    const key = JSON.stringify([chunk.contextSlug, chunk.sourcePath, ...place, 'whole']);
    if (!this.#citations.has(key)) this.#citations.set(key, this.#toCitation(chunk));
  }

  /** How many parts pointed at nothing. */
  get dropped(): number {
    return this.#dropped;
  }

  toArray(): readonly Citation[] {
    return [...this.#citations.values()];
  }

  #toCitation(chunk: Chunk, grounding?: string, score = Number.NaN): Citation {
    const { sourcePath, headingPath, pages, contextSlug, artifact } = chunk;
    return {
      source: sourcePath,
      ...(headingPath.length === 0 ? {} : { sectionPath: headingPath.join(' › '), sectionPaths: [headingPath] }),
      ...(pages.length === 0 ? {} : { pages }),
      ...(Number.isFinite(score) ? { score } : {}),
      ...(grounding === undefined ? {} : { grounding }),
      ...(artifact === undefined
        ? { kind: 'chunk' }
        : { kind: 'artifact', artifactName: artifact.name, sources: artifact.sources }),
      ...(this.#namesContext ? { extensions: { context: contextSlug } } : {}),
    };
  }
}

/** The characters `start` to `end` of the chunk's text, or undefined where there is no such span. */
function quote({ text }: Chunk, start: number, end: number): string | undefined {
  const isSpan = Number.isInteger(start) && Number.isInteger(end) && start >= 0 && start < end && end <= text.length;
  if (!isSpan) return undefined;
  const span = text.slice(start, end);
  return span.trim() === '' || /\p{Surrogate}/u.test(span) ? undefined : span;
}
