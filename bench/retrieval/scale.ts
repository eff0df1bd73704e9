import { BenchLibrary, type BenchSource, never } from './bench-library.ts';
import type { Collection } from './collection.ts';

export interface Scaled {
  readonly chunks: number;
  readonly indexBytes: number;
  readonly loadedInSeconds: number;
  /** Of the curation of one changed source after that. */
  readonly changedInSeconds: number;
  /** Of each search. */
  readonly milliseconds: readonly number[];
  /** Of the processor, a search. */
  readonly processorMs: number;
}

const SECTIONS_A_SOURCE = 50;
const WORDS_A_SECTION = 140;
const QUESTIONS = 200;

/** A context of about so many chunks, and what searching it costs. */
export async function measureScale(chunks: number, collections: readonly Collection[]): Promise<Scaled> {
  await using bench = await BenchLibrary.create();
  const started = performance.now();
  const sources = Array.from({ length: Math.ceil(chunks / SECTIONS_A_SOURCE) }, (_, at) => sourceOf(at, collections));
  const loaded = await bench.curate(sources);
  const changing = performance.now();
  await bench.curate(
    sources.slice(0, 1).map(({ path, content }) => ({ path, content: `${content}\n\nAnd one change.\n` })),
  );
  const changed = performance.now();

  await using snapshot = await bench.open();
  const questions = collections.flatMap(({ queries }) => queries.map(({ text }) => text));
  const step = Math.max(1, Math.floor(questions.length / QUESTIONS));
  const asked = questions.filter((_, at) => at % step === 0).slice(0, QUESTIONS);
  // Others first, until the runtime has compiled what a search runs through and the index is in memory.
  const others = questions.filter((_, at) => at % step === 1 % step).slice(0, QUESTIONS);
  for (const query of others) await snapshot.search({ query, limit: 10 }, never);
  const milliseconds: number[] = [];
  const before = process.cpuUsage();
  for (const query of asked) {
    const begun = performance.now();
    await snapshot.search({ query, limit: 10 }, never);
    milliseconds.push(performance.now() - begun);
  }
  const { user, system } = process.cpuUsage(before);
  return {
    chunks: loaded.chunks,
    indexBytes: await bench.bytes(),
    loadedInSeconds: (changing - started) / 1_000,
    changedInSeconds: (changed - changing) / 1_000,
    milliseconds,
    processorMs: (user + system) / 1_000 / asked.length,
  };
}

/**
 * A source of sections, each half of one document and half of another: there are more pairs of documents than anyone
 * needs chunks, and what stands in them is text as people write it.
 */
function sourceOf(at: number, collections: readonly Collection[]): BenchSource {
  const documents = collections.flatMap((collection) => collection.documents);
  const sections = Array.from({ length: SECTIONS_A_SOURCE }, (_, section) => {
    const number = at * SECTIONS_A_SOURCE + section;
    const [one, other] = [documents[number % documents.length], documents[(number * 7 + at) % documents.length]];
    const body = [one, other].map((document) => wordsOf(document?.text ?? '', number).join(' ')).join(' ');
    return `## ${one?.title.replace(/\s+/g, ' ')} (${number})\n\n${body}\n`;
  });
  return { path: `${at}.md`, content: `# Part ${at}\n\n${sections.join('\n')}` };
}

function wordsOf(text: string, number: number): readonly string[] {
  const words = text.split(/\s+/);
  const from = words.length > WORDS_A_SECTION ? (number * 31) % (words.length - WORDS_A_SECTION / 2) : 0;
  return words.slice(from, from + WORDS_A_SECTION / 2);
}
