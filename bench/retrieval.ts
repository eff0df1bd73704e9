/**
 * How well and how fast the knowledge library finds: whole test collections, one document a source, beside a plain
 * BM25 of the same run. A document counts for its best chunk.
 *
 *   node --import ./bench/register.mjs bench/retrieval.ts [collection…]
 */
import { COLLECTIONS_DIRECTORY, type Collection, tryLoadCollection } from './retrieval/collection.ts';
import { measure } from './retrieval/measure.ts';
import { percentile, type Quality } from './retrieval/quality.ts';

const XQUAD = ['en', 'de', 'ru', 'zh', 'th', 'ar'].map((language) => `xquad/${language}`);
const DEFAULT = ['cranfield', 'scifact', 'claude-docs', ...XQUAD];

const names = process.argv.slice(2);
console.log('collection      what       nDCG@10 recall@10 MRR@10   p50 ms  p95 ms');
for (const name of names.length > 0 ? names : DEFAULT) {
  const collection = await tryLoadCollection(name);
  if (collection === undefined) console.log(`${name.padEnd(15)} skipped: not in ${COLLECTIONS_DIRECTORY}`);
  else await show(collection);
}

async function show(collection: Collection): Promise<void> {
  const { plain, library, milliseconds, loadedInSeconds } = await measure(collection);
  report(collection.name, 'plain BM25', plain);
  report(collection.name, 'library', library, milliseconds);
  console.log(`${' '.repeat(16)}${collection.documents.length} documents in ${loadedInSeconds.toFixed(1)} s`);
}

function report(collection: string, what: string, { ndcg, recall, mrr }: Quality, times: readonly number[] = []): void {
  const figures = [ndcg, recall, mrr].map((figure) => figure.toFixed(3).padStart(8)).join(' ');
  const speed =
    times.length > 0 ? [0.5, 0.95].map((share) => percentile(times, share).toFixed(1).padStart(7)).join(' ') : '';
  console.log(`${collection.padEnd(15)} ${what.padEnd(10)} ${figures} ${speed}`);
}
