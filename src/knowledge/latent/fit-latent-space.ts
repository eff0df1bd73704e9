import type { StoredLatentSpace } from './latent-space.ts';
import { leadingSubspace } from './leading-subspace.ts';
import { type Columns, SparseMatrix } from './sparse-matrix.ts';

/** Rankings of 100 to 200 dimensions are alike; fewer blur what is rare. */
const DIMENSION = 128;
/** Texts that say enough of the company that terms keep: on scifact's 7,000 chunks, ranking is as good with 4,000. */
const MAX_TEXTS = 4_000;
const MAX_TERMS = 30_000;
/** Of fewer texts, no two terms keep the same company but by chance. */
const MIN_TEXTS = 64;

/**
 * Latent semantic analysis: the leading subspace of the texts' terms, each weighted by the logarithm of its frequency
 * in the text and by its rarity. Undefined for too few texts. Time and memory have a bound whatever the number of
 * texts: what is fitted is an even sample of them.
 *
 * @param texts terms of each, separated by spaces
 */
export function fitLatentSpace(texts: readonly string[], dimension = DIMENSION): StoredLatentSpace | undefined {
  if (texts.length < MIN_TEXTS) return undefined;
  const bags = sample(texts).map(bagOf);
  const rarities = raritiesOf(bags);
  const columns = new Map([...rarities.keys()].map((term, column) => [term, column]));
  const rows = bags.map((bag) => weigh(bag, columns, rarities));
  const basis = leadingSubspace(new SparseMatrix(rows, columns.size), Math.min(dimension, texts.length >> 1));
  return basis.length === 0 ? undefined : quantise(basis, rarities);
}

function sample(texts: readonly string[]): readonly string[] {
  const step = Math.max(1, texts.length / MAX_TEXTS);
  return Array.from({ length: Math.min(texts.length, MAX_TEXTS) }, (_, at) => texts[Math.floor(at * step)] ?? '');
}

function bagOf(text: string): ReadonlyMap<string, number> {
  const bag = new Map<string, number>();
  for (const term of text.split(' ')) bag.set(term, (bag.get(term) ?? 0) + 1);
  return bag;
}

/** Of the terms that occur in more than one text, the commonest. */
function raritiesOf(bags: readonly ReadonlyMap<string, number>[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const bag of bags) for (const term of bag.keys()) counts.set(term, (counts.get(term) ?? 0) + 1);
  const kept = [...counts].filter(([, count]) => count > 1).toSorted((a, b) => b[1] - a[1]);
  return new Map(kept.slice(0, MAX_TERMS).map(([term, count]) => [term, Math.log((bags.length + 1) / (count + 0.5))]));
}

/** A row of unit length, so that long texts don't decide the directions. */
function weigh(
  bag: ReadonlyMap<string, number>,
  columns: ReadonlyMap<string, number>,
  rarities: ReadonlyMap<string, number>,
): ReadonlyMap<number, number> {
  const row = new Map<number, number>();
  let squares = 0;
  for (const [term, count] of bag) {
    const column = columns.get(term);
    if (column === undefined) continue;
    const weight = (1 + Math.log(count)) * (rarities.get(term) ?? 0);
    row.set(column, weight);
    squares += weight * weight;
  }
  for (const [column, weight] of row) row.set(column, weight / Math.sqrt(squares));
  return row;
}

/** A byte an entry: rankings don't tell it from four. */
function quantise(basis: Columns, rarities: ReadonlyMap<string, number>): StoredLatentSpace {
  const dimension = basis.length;
  const terms = [...rarities.keys()];
  const directions = new Int8Array(terms.length * dimension);
  const scales = new Float32Array(terms.length);
  terms.forEach((term, row) => {
    const largest = basis.reduce((most, column) => Math.max(most, Math.abs(column[row] ?? 0)), 0);
    if (largest === 0) return;
    scales[row] = ((rarities.get(term) ?? 0) * largest) / 127;
    basis.forEach((column, at) => {
      directions[row * dimension + at] = Math.round(((column[row] ?? 0) / largest) * 127);
    });
  });
  return { dimension, terms: terms.join(' '), directions, scales };
}
