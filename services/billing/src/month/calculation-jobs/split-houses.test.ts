import assert from 'node:assert/strict';
import { test } from 'node:test';
import { splitHouses } from './split-houses.ts';

const cases: readonly (readonly [why: string, sizes: readonly number[], expected: number[][]])[] = [
  ['no house', [], []],
  ['one house', [100], [[1]]],
  ['an empty house', [0], [[1]]],
  ['ten small ones', Array.from({ length: 10 }, () => 100), [[1, 2, 3, 4, 5, 6, 7, 8, 9, 10]]],
  ['an eleventh', Array.from({ length: 11 }, () => 1), [[1, 2, 3, 4, 5, 6, 7, 8, 9, 10], [11]]],
  ['as many accounts as fit', [400, 600, 1], [[1, 2], [3]]],
  ['a house that has more than fit', [10, 9_000, 10, 20], [[1], [2], [3, 4]]],
];
for (const [why, sizes, expected] of cases) {
  test(`houses are split into batches: ${why}`, () => {
    const houses = sizes.map((accounts, index) => ({ houseId: index + 1, accounts }));
    assert.deepEqual(splitHouses(houses), expected);
  });
}
