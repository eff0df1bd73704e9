import { expect, test } from 'vitest';
import { createIdFactory, idPrefix, isId } from '../../src/lib/ids.ts';

const at = (ms: number) => ({ now: () => new Date(ms) });

test('ids made one after another rise strictly, also within one millisecond', () => {
  const newId = createIdFactory(at(1_790_000_000_000));
  const ids = Array.from({ length: 10_000 }, () => newId('qry'));
  expect(ids).toEqual(ids.toSorted());
  expect(new Set(ids).size).toBe(10_000);
});

test('ids go on rising when the wall clock steps back', () => {
  let ms = 1_790_000_000_000;
  const newId = createIdFactory({ now: () => new Date(ms) });
  const before = newId('ses');
  ms -= 60_000;
  expect(newId('ses') > before).toBe(true);
});

test('ids of a later millisecond sort after those of an earlier one, whichever process made them', () => {
  const early = createIdFactory(at(1_790_000_000_000))('qry');
  const late = createIdFactory(at(1_790_000_000_001))('qry');
  expect(late > early).toBe(true);
});

test('an id is its prefix and 26 characters that survive being read aloud', () => {
  expect(createIdFactory(at(0))('ctx')).toMatch(/^ctx_[0-9a-hjkmnp-tv-z]{26}$/);
});

test.each([
  ['qry_01k', 'qry'],
  ['ses_x-y_Z', 'ses'],
])('the prefix of %s is %s', (id, prefix) => {
  expect(idPrefix(id)).toBe(prefix);
});

test.each(['', 'qry', 'qry_', 'qry_a b', 'xyz_1', 'QRY_1', 'constructor_1'])('%j is no id of ours', (id) => {
  expect(idPrefix(id)).toBeUndefined();
});

test('an id of one kind is not an id of another', () => {
  expect(isId('qry', 'qry_1')).toBe(true);
  expect(isId('ses', 'qry_1')).toBe(false);
});
