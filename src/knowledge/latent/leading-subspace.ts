import type { Columns, SparseMatrix } from './sparse-matrix.ts';

/** Each brings the subspace nearer to the leading one; after four, rankings no longer change. */
const ITERATIONS = 4;
/** A column that keeps less than this of its length is spanned by those before it. */
const NEGLIGIBLE = 1e-9;

/**
 * An orthonormal basis of the row space's leading directions: those in which the rows of the matrix differ most.
 * What a truncated singular value decomposition spans, found by subspace iteration from a seeded start, so that the
 * same matrix gives the same basis. Angles between projections need no more than the span: the singular vectors
 * themselves are not computed. At most `dimension` columns.
 */
export function leadingSubspace(matrix: SparseMatrix, dimension: number): Columns {
  const random = seeded(0x5eed);
  let left: Columns = Array.from({ length: Math.min(dimension, matrix.rows, matrix.width) }, () =>
    Float64Array.from({ length: matrix.rows }, () => random() - 0.5),
  );
  for (let iteration = 0; iteration < ITERATIONS; iteration += 1) {
    left = orthonormal(matrix.times(matrix.transposedTimes(orthonormal(left))));
  }
  return orthonormal(matrix.transposedTimes(left));
}

/** By Gram and Schmidt, twice over: once leaves what rounding brings back. Dependent columns are dropped. */
function orthonormal(columns: Columns): Columns {
  const basis: Float64Array[] = [];
  for (const column of columns) {
    const rest = Float64Array.from(column);
    const before = norm(rest);
    for (const _ of [1, 2]) for (const each of basis) subtractProjection(rest, each);
    const length = norm(rest);
    if (!(length > NEGLIGIBLE * before)) continue;
    for (let at = 0; at < rest.length; at += 1) rest[at] = (rest[at] ?? 0) / length;
    basis.push(rest);
  }
  return basis;
}

function subtractProjection(from: Float64Array, unit: Float64Array): void {
  const { length } = from;
  let product = 0;
  for (let at = 0; at < length; at += 1) product += (from[at] as number) * (unit[at] as number);
  for (let at = 0; at < length; at += 1) (from[at] as number) -= product * (unit[at] as number);
}

function norm(column: Float64Array): number {
  let sum = 0;
  for (const value of column) sum += value * value;
  return Math.sqrt(sum);
}

/** A linear congruential generator: enough for a start that must only not be orthogonal to the answer. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
