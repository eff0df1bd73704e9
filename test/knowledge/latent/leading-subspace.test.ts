import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { leadingSubspace } from '../../../src/knowledge/latent/leading-subspace.ts';
import { SparseMatrix } from '../../../src/knowledge/latent/sparse-matrix.ts';

const sparse = (rows: readonly (readonly number[])[]) =>
  new SparseMatrix(
    rows.map((row) => new Map([...row.entries()].filter(([, value]) => value !== 0))),
    rows[0]?.length ?? 0,
  );
const product = (a: Float64Array, b: Float64Array) => a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);

describe('the leading subspace', () => {
  it('is the directions in which the rows differ most', () => {
    // Diagonal in a rotated plane: the second direction is the weakest.
    const rows = [
      [9, 9, 0, 0],
      [8, 8, 0, 0],
      [0, 0, 5, 0],
      [0.1, -0.1, 0, 0],
      [0, 0, 0, 0.2],
    ];
    const basis = leadingSubspace(sparse(rows), 2);
    const length = (direction: readonly number[]) =>
      Math.hypot(...basis.map((column) => product(column, Float64Array.from(direction))));
    expect(length([Math.SQRT1_2, Math.SQRT1_2, 0, 0])).toBeCloseTo(1, 6);
    expect(length([0, 0, 1, 0])).toBeCloseTo(1, 6);
    expect(length([Math.SQRT1_2, -Math.SQRT1_2, 0, 0])).toBeCloseTo(0, 6);
    expect(length([0, 0, 0, 1])).toBeCloseTo(0, 3);
  });

  it('has an orthonormal basis of no more columns than the matrix has independent rows, whatever the matrix', () => {
    const matrix = fc.tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 12 })).chain(([height, width]) =>
      fc.array(fc.array(fc.constantFrom(0, 0, 0, 1, 2, -1), { minLength: width, maxLength: width }), {
        minLength: height,
        maxLength: height,
      }),
    );
    fc.assert(
      fc.property(matrix, fc.integer({ min: 1, max: 8 }), (rows, dimension) => {
        const basis = leadingSubspace(sparse(rows), dimension);
        expect(basis.length).toBeLessThanOrEqual(Math.min(dimension, rows.length, rows[0]?.length ?? 0));
        expect(basis.length > 0).toBe(rows.flat().some((value) => value !== 0));
        basis.forEach((one, at) => {
          expect(product(one, one)).toBeCloseTo(1, 8);
          for (const other of basis.slice(at + 1)) expect(product(one, other)).toBeCloseTo(0, 6);
        });
      }),
      { numRuns: 200 },
    );
  });

  it('is the same for the same matrix', () => {
    const rows = Array.from({ length: 30 }, (_, row) => Array.from({ length: 20 }, (__, at) => (row * at) % 3));
    expect(leadingSubspace(sparse(rows), 5)).toEqual(leadingSubspace(sparse(rows), 5));
  });
});
