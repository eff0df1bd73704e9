/**
 * How well and how fast the knowledge library finds: whole test collections, one document a source, beside a plain
 * BM25 of the same run. A document counts for its best chunk; in a collection of few long texts, chunks are judged.
 * Without a key: what is measured is what needs none.
 *
 *   node --import ./bench/register.mjs bench/retrieval.ts [--scale] [collection…]
 *
 * `--scale` measures searches of 10,000 and of 100,000 chunks instead.
 */
import { parseArgs } from 'node:util';
import { interval } from './retrieval/bootstrap.ts';
import { COLLECTIONS_DIRECTORY, type Collection, tryLoadCollection } from './retrieval/collection.ts';
import { type Measured, measure } from './retrieval/measure.ts';
import { meanQuality, percentile, type Quality } from './retrieval/quality.ts';
import { measureScale } from './retrieval/scale.ts';

const XQUAD = ['en', 'de', 'ru', 'zh', 'th', 'ar'].map((language) => `xquad/${language}`);
const VARIED = ['cranfield', 'scifact', 'claude-docs', 'chunking-eval'];

const { values, positionals } = parseArgs({ options: { scale: { type: 'boolean' } }, allowPositionals: true });
if (values.scale === true) await scale();
else await quality(positionals.length > 0 ? positionals : [...VARIED, ...XQUAD]);

async function quality(names: readonly string[]): Promise<void> {
  console.log('collection      what       nDCG@10 recall@10  MRR@10  gain in nDCG, 95%            p50 ms  p95 ms');
  const gains = new Map<string, number>();
  for (const name of names) {
    const collection = await tryLoadCollection(name);
    if (collection === undefined) console.log(`${name.padEnd(15)} skipped: not in ${COLLECTIONS_DIRECTORY}`);
    else gains.set(name, report(collection, await measure(collection)));
  }
  const varied = VARIED.flatMap((name) => gains.get(name) ?? []);
  if (varied.length === VARIED.length) console.log(`mean gain over ${VARIED.join(', ')}: ${signed(mean(varied))}`);
}

async function scale(): Promise<void> {
  const found = await Promise.all(['cranfield', 'scifact'].map(tryLoadCollection));
  const collections = found.filter((collection) => collection !== undefined);
  if (collections.length === 0) return console.log(`skipped: nothing in ${COLLECTIONS_DIRECTORY}`);
  console.log('chunks     p50 ms  p95 ms  processor ms   index MB  curated in  one changed in');
  const p95: number[] = [];
  for (const chunks of [10_000, 100_000]) {
    const { milliseconds, ...scaled } = await measureScale(chunks, collections);
    p95.push(percentile(milliseconds, 0.95));
    const times = [0.5, 0.95].map((share) => percentile(milliseconds, share).toFixed(1).padStart(7)).join(' ');
    console.log(
      `${String(scaled.chunks).padEnd(9)} ${times} ${scaled.processorMs.toFixed(1).padStart(13)} ${megabytes(scaled.indexBytes).padStart(10)}` +
        `${scaled.loadedInSeconds.toFixed(1).padStart(10)} s ${scaled.changedInSeconds.toFixed(1).padStart(13)} s`,
    );
  }
  console.log(`p95 grows by ${((p95[1] ?? 0) / (p95[0] ?? 1)).toFixed(2)}`);
}

/** The gain over plain BM25, which it returns, is of the same questions: its interval is of their differences. */
function report({ name, documents }: Collection, measured: Measured): number {
  const { plain, library, milliseconds, chunks, indexBytes, loadedInSeconds } = measured;
  const gains = library.map(({ ndcg }, at) => ndcg - (plain[at]?.ndcg ?? 0));
  const [low, high] = interval(gains);
  const times = [0.5, 0.95].map((share) => percentile(milliseconds, share).toFixed(1).padStart(7)).join(' ');
  console.log(`${name.padEnd(15)} plain BM25 ${figures(plain)}`);
  console.log(
    `${''.padEnd(15)} library    ${figures(library)}  ${signed(mean(gains))} (${signed(low)} to ${signed(high)})  ${times}`,
  );
  const size = `${documents.length} documents, ${chunks} chunks, ${megabytes(indexBytes)} MB`;
  console.log(`${''.padEnd(15)} ${size} in ${loadedInSeconds.toFixed(1)} s`);
  return mean(gains);
}

function figures(all: readonly Quality[]): string {
  const { ndcg, recall, mrr } = meanQuality(all);
  return [ndcg, recall, mrr].map((figure) => figure.toFixed(3).padStart(8)).join(' ');
}

function signed(value: number): string {
  return `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(4)}`;
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}

function mean(all: readonly number[]): number {
  return all.reduce((sum, value) => sum + value, 0) / Math.max(1, all.length);
}
