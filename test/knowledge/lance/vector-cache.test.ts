import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { connect } from '../../../src/knowledge/lance/native.ts';
import { findVectors } from '../../../src/knowledge/lance/vector-cache.ts';
import { VECTOR, VECTOR_KEY } from '../../../src/knowledge/lance/vector-column.ts';
import { Disposables } from '../../../src/lib/disposables.ts';

const KEYS = Array.from({ length: 5_000 }, (_, at) => `key of a text, number ${at}`);
/** Of the values in one filter. */
const MANY = 1_000;

test('the vectors of some thousand keys are found, those that are there, without one huge filter', async () => {
  await using stack = new Disposables();
  const directory = await mkdtemp(join(tmpdir(), 'knowql-vectors-'));
  stack.defer(() => rm(directory, { recursive: true, force: true }));
  const connection = await connect(directory);
  stack.defer(() => connection.close());
  const even = KEYS.filter((_, at) => at % 2 === 0);
  const rows = even.map((key, at) => ({ [VECTOR_KEY]: key, [VECTOR]: [at, 1] }));
  const table = await connection.createTable('vectors', rows);
  stack.defer(() => table.close());

  const query = vi.spyOn(table, 'query');
  const found = await findVectors(table, KEYS);
  expect([...found.keys()].toSorted()).toEqual(even.toSorted());
  expect(found.get(even[2_000] ?? '')).toEqual(Float32Array.of(2_000, 1));
  expect(query.mock.calls.length).toBeGreaterThanOrEqual(KEYS.length / MANY);
  expect((await findVectors(table, [])).size).toBe(0);
});
