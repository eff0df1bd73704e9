import { expect, test } from 'vitest';
import { canonicalJson, jsonHash } from '../../src/lib/json.ts';

test('documents that differ in key order alone have one canonical text and one hash', () => {
  const one = { b: [1, { y: null, x: 'é' }], a: true };
  const other = { a: true, b: [1, { x: 'é', y: null }] };
  expect(canonicalJson(one)).toBe('{"a":true,"b":[1,{"x":"é","y":null}]}');
  expect(canonicalJson(other)).toBe(canonicalJson(one));
  expect(jsonHash(other)).toBe(jsonHash(one));
});

test('a changed value changes the hash', () => {
  expect(jsonHash({ a: 1 })).not.toBe(jsonHash({ a: '1' }));
});
