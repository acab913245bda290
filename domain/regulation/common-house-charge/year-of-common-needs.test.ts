import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isInstalmentOffered, yearOfCommonNeeds } from './year-of-common-needs.ts';

const CASES: readonly (readonly [
  why: string,
  amount: bigint,
  charged: bigint,
  offered: boolean,
])[] = [
  ['1440.00 beyond 2160.00 are more than a quarter', 1440_00n, 2160_00n, true],
  ['exactly a quarter is not more than one', 540_00n, 2160_00n, false],
  ['a kopeck more than a quarter', 540_01n, 2160_00n, true],
  ['whoever was charged nothing in the year', 1n, 0n, true],
  ['what is given back', -1440_00n, 2160_00n, false],
];
for (const [why, amount, charged, offered] of CASES)
  test(`instalments are offered where a recalculation exceeds a quarter of the year: ${why}`, () => {
    assert.equal(isInstalmentOffered(amount, charged), offered);
  });

test('negative months count in the sum of a year, which is itself never negative', () => {
  assert.equal(yearOfCommonNeeds([10n, -4n, 6n]), 12n);
  assert.equal(yearOfCommonNeeds([-10n, 4n]), 0n);
});
