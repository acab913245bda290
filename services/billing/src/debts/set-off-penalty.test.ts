// What is claimed of principal and penalties beside an advance: worked figures.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { claimedSums } from './set-off-penalty.ts';

for (const { why, owed, advance, claimed } of [
  { why: 'no advance', owed: [500_00n, 100_00n], advance: 0n, claimed: [500_00n, 100_00n] },
  { why: 'a part of it', owed: [500_00n, 100_00n], advance: 200_00n, claimed: [300_00n, 100_00n] },
  { why: 'the principal', owed: [500_00n, 100_00n], advance: 500_00n, claimed: [0n, 100_00n] },
  { why: 'some penalties', owed: [500_00n, 100_00n], advance: 530_00n, claimed: [0n, 70_00n] },
  { why: 'penalties alone', owed: [0n, 100_00n], advance: 30_00n, claimed: [0n, 70_00n] },
  { why: 'more than all', owed: [0n, 100_00n], advance: 9_500_00n, claimed: [0n, 0n] },
] as const)
  test(`an advance takes from what is claimed: ${why}`, () => {
    const [monthsKopecks, penaltyKopecks] = owed;
    const sums = claimedSums({ monthsKopecks, penaltyKopecks }, advance);
    assert.deepEqual([sums.principalKopecks, sums.penaltyKopecks], claimed);
  });
