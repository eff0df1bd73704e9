import type { Embedder } from '../../engine/ports/embedder.ts';

/** @throws Error when an embedder's answer is not one vector of its dimension for each text. */
export function checkedVectors(
  vectors: readonly Float32Array[],
  texts: number,
  { id, dimension }: Pick<Embedder, 'id' | 'dimension'>,
): readonly Float32Array[] {
  if (vectors.length !== texts) throw new Error(`${id} gave ${vectors.length} vectors for ${texts} texts`);
  for (const vector of vectors) {
    if (vector.length !== dimension) throw new Error(`${id} gave a vector of ${vector.length} dimensions`);
    if (!vector.every(Number.isFinite)) throw new Error(`${id} gave a vector that is not of numbers`);
  }
  return vectors;
}
