import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PayeeId } from '../regulation/payees/divide-money.ts';
import { toPayByPayee } from './payee-sums.ts';

type Case = {
  readonly why: string;
  readonly owed: readonly (readonly [PayeeId, bigint, bigint])[];
  readonly ahead: bigint;
  readonly toPay: readonly (readonly [PayeeId, bigint])[];
};

const cases: readonly Case[] = [
  {
    why: 'principal and penalties together',
    owed: [
      [null, 100_00n, 5_00n],
      [7, 50_00n, 1_00n],
    ],
    ahead: 0n,
    toPay: [
      [null, 105_00n],
      [7, 51_00n],
    ],
  },
  {
    why: 'an advance pays each in proportion',
    owed: [
      [null, 300_00n, 0n],
      [7, 100_00n, 0n],
    ],
    ahead: 200_00n,
    toPay: [
      [null, 150_00n],
      [7, 50_00n],
    ],
  },
  {
    why: 'an advance that is more than is owed leaves nothing to pay',
    owed: [
      [null, 30_00n, 0n],
      [7, 10_00n, 0n],
    ],
    ahead: 40_01n,
    toPay: [
      [null, 0n],
      [7, 0n],
    ],
  },
  {
    why: 'what one has got too much is not asked for another',
    owed: [
      [null, -30_00n, 0n],
      [7, 100_00n, 0n],
    ],
    ahead: 0n,
    toPay: [
      [null, 0n],
      [7, 70_00n],
    ],
  },
  {
    why: 'what was given back to all leaves nothing to pay',
    owed: [
      [null, -30_00n, 0n],
      [7, 10_00n, 0n],
    ],
    ahead: 0n,
    toPay: [
      [null, 0n],
      [7, 0n],
    ],
  },
];

for (const { why, owed, ahead, toPay } of cases)
  test(why, () => {
    const standing = {
      owed: new Map(owed.map(([id, principal, penalty]) => [id, { principal, penalty }])),
      advance: { principal: ahead, penalty: 0n },
    };
    assert.deepEqual([...toPayByPayee(standing)], toPay);
  });
