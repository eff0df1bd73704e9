import type { Artifact } from '../../../src/engine/ports/artifacts.ts';
import type {
  Chunk,
  Hit,
  KnowledgeSnapshot,
  Retriever,
  ScopedContext,
  SourceOutline,
} from '../../../src/engine/ports/knowledge.ts';

/** A source for the tests: paragraphs become chunks, `#` lines become the heading path. */
export interface MemorySource {
  readonly context?: string;
  readonly path: string;
  readonly text: string;
}

const STOP_WORDS = new Set(
  'a an and are as at be by for from has have in is it its of on or that the their they this to was were will with do does did what who when where which how why much many'.split(
    ' ',
  ),
);

export function context(slug: string): ScopedContext {
  return { id: `ctx_${slug}`, slug, kind: 'search', version: 1 };
}

/** Real retrieval in small: tf-idf over paragraphs, held in memory, with a count of what is still open. */
export class MemoryKnowledge implements Retriever {
  readonly #chunks: readonly Chunk[];
  readonly #texts: ReadonlyMap<string, string>;
  readonly #artifacts: readonly Artifact[];
  readonly searches: string[] = [];
  openSnapshots = 0;

  constructor(sources: readonly MemorySource[], artifacts: readonly Artifact[] = []) {
    this.#artifacts = artifacts;
    this.#chunks = sources.flatMap(toChunks);
    this.#texts = new Map(sources.map(({ context = 'docs', path, text }) => [`${context}\n${path}`, text]));
  }

  open(contexts: readonly ScopedContext[]): Promise<KnowledgeSnapshot> {
    this.openSnapshots += 1;
    const slugs = new Set(contexts.map(({ slug }) => slug));
    const chunks = this.#chunks.filter(({ contextSlug }) => slugs.has(contextSlug));
    const termsOf = new Map(chunks.map((chunk) => [chunk.id, terms(`${chunk.headingPath.join(' ')} ${chunk.text}`)]));
    const frequency = (term: string) => chunks.filter(({ id }) => termsOf.get(id)?.includes(term)).length;
    return Promise.resolve({
      contexts,
      terms,
      notices: [],
      search: async ({ query, limit, sources }, signal) => {
        signal.throwIfAborted();
        this.searches.push(query);
        const wanted = [...new Set(terms(query))];
        const hits = chunks
          .filter(({ sourcePath }) => sources === undefined || sources.includes(sourcePath))
          .map((chunk): Hit => {
            const own = termsOf.get(chunk.id) ?? [];
            const matched = wanted.filter((term) => own.includes(term));
            return {
              chunk,
              foundBy: ['keyword'],
              score: matched.reduce((sum, term) => sum + Math.log(1 + chunks.length / frequency(term)), 0),
            };
          })
          .filter(({ score }) => score > 0);
        return hits.toSorted((one, other) => other.score - one.score).slice(0, limit);
      },
      neighbours: async (chunk, window, signal) => {
        signal.throwIfAborted();
        return chunks.filter(
          ({ sourceId, ordinal }) => sourceId === chunk.sourceId && Math.abs(ordinal - chunk.ordinal) <= window,
        );
      },
      outline: async () =>
        contexts.flatMap(({ slug }) =>
          [...new Set(chunks.filter((chunk) => chunk.contextSlug === slug).map((chunk) => chunk.sourcePath))]
            .toSorted()
            .map((path) =>
              toOutline(chunks.filter((chunk) => chunk.contextSlug === slug && chunk.sourcePath === path)),
            ),
        ),
      sourceChunks: async (contextSlug, sourcePath) =>
        chunks.filter((chunk) => chunk.contextSlug === contextSlug && chunk.sourcePath === sourcePath),
      listArtifacts: async () => this.#artifacts,
      readArtifact: async (id) => this.#artifacts.find((artifact) => artifact.id === id),
      searchArtifacts: async ({ query, limit }, signal) => {
        signal.throwIfAborted();
        const wanted = terms(query);
        return this.#artifacts
          .map((artifact) => {
            const own = terms(`${artifact.name} ${artifact.text}`);
            return { artifact, score: wanted.filter((term) => own.includes(term)).length };
          })
          .filter(({ score }) => score > 0)
          .toSorted((one, other) => other.score - one.score)
          .slice(0, limit);
      },
      readSource: async (contextSlug, sourcePath) => {
        const text = this.#texts.get(`${contextSlug}\n${sourcePath}`);
        return text === undefined ? undefined : { contextSlug, sourcePath, title: sourcePath, text };
      },
      documentFrequency: async (asked) => ({
        chunks: chunks.length,
        counts: new Map(asked.map((term) => [term, frequency(term)])),
      }),
      [Symbol.asyncDispose]: async () => {
        this.openSnapshots -= 1;
      },
    });
  }
}

function toOutline(chunks: readonly Chunk[]): SourceOutline {
  const [{ contextSlug, sourceId, sourcePath }] = chunks as [Chunk, ...Chunk[]];
  const headingPaths = new Map(chunks.map(({ headingPath }) => [headingPath.join('\n'), headingPath]));
  return {
    contextSlug,
    sourceId,
    sourcePath,
    title: sourcePath,
    headingPaths: [...headingPaths.values()],
    pages: null,
    chunks: chunks.length,
  };
}

function toChunks({ context: contextSlug = 'docs', path: sourcePath, text }: MemorySource): readonly Chunk[] {
  const chunks: Chunk[] = [];
  const headingPath: string[] = [];
  for (const { 0: block, index: start } of text.matchAll(/[^\n]+(?:\n[^\n]+)*/g)) {
    const heading = /^(#+) (.+)$/.exec(block);
    if (heading !== null) {
      headingPath.splice((heading[1] ?? '').length - 1, Infinity, heading[2] ?? '');
      continue;
    }
    chunks.push({
      id: `chk_${sourcePath}_${chunks.length}`,
      contextSlug,
      sourceId: `src_${contextSlug}_${sourcePath}`,
      sourcePath,
      headingPath: [...headingPath],
      start,
      end: start + block.length,
      pages: [],
      ordinal: chunks.length,
      text: block,
    });
  }
  return chunks;
}

/** Lower case, no stop words, a rough English stem; other scripts by segmenter. */
export function terms(text: string): readonly string[] {
  const segmenter = new Intl.Segmenter('en', { granularity: 'word' });
  return [...segmenter.segment(text.normalize('NFKC').toLowerCase())]
    .filter(({ isWordLike, segment }) => isWordLike === true && !STOP_WORDS.has(segment))
    .map(({ segment }) => segment.replace(/(?<=\w{3})(?:ing|ed|es|s|al)$/, ''));
}
