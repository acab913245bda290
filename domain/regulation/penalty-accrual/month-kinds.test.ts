import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { splitByKind, type KindOfMonth, type Lowered } from './month-kinds.ts';

/** A payment, or a reduction. */
type Money = bigint | readonly [lowers: Lowered, amount: bigint];
type Part = readonly [kind: string, debt: bigint, ...payments: bigint[]];

function split(utilities: bigint, repairs: bigint, payments: readonly Money[]): readonly Part[] {
  return splitByKind({
    month: 0,
    utilitiesKopecks: utilities,
    majorRepairsKopecks: repairs,
    payments: payments.map((money, paidOn) =>
      typeof money === 'bigint'
        ? { paidOn, amountKopecks: money }
        : { paidOn, lowers: money[0], amountKopecks: money[1] },
    ),
  }).map(inWords);
}

function inWords({ kind, debtKopecks, payments }: KindOfMonth): Part {
  return [kind, debtKopecks, ...payments.map(({ amountKopecks }) => amountKopecks)];
}

const cases: readonly {
  utilities: bigint;
  repairs: bigint;
  payments?: readonly Money[];
  parts: readonly Part[];
  why: string;
}[] = [
  { utilities: 0n, repairs: 0n, parts: [], why: 'nothing was charged' },
  {
    utilities: 100n,
    repairs: 0n,
    payments: [30n],
    parts: [['utilities', 100n, 30n]],
    why: 'utilities alone',
  },
  {
    utilities: 0n,
    repairs: 100n,
    payments: [30n],
    parts: [['major-repairs', 100n, 30n]],
    why: 'contributions alone',
  },
  {
    utilities: -30n,
    repairs: 100n,
    parts: [['major-repairs', 70n]],
    why: 'utilities gave back, which lowers the contribution',
  },
  {
    utilities: 100n,
    repairs: -30n,
    parts: [['utilities', 70n]],
    why: 'the contribution gave back',
  },
  { utilities: -100n, repairs: 30n, parts: [], why: 'the month gave back more than it charged' },
  {
    utilities: 300n,
    repairs: 100n,
    payments: [200n, 200n],
    parts: [
      ['utilities', 300n, 150n, 150n],
      ['major-repairs', 100n, 50n, 50n],
    ],
    why: 'a payment is divided three to one',
  },
  {
    utilities: 200n,
    repairs: 100n,
    payments: [1n, 1n, 1n, 297n],
    parts: [
      ['utilities', 200n, 0n, 1n, 1n, 198n],
      ['major-repairs', 100n, 1n, 0n, 0n, 99n],
    ],
    why: 'kopecks that cannot be divided stay whole, and both end at nothing',
  },
  {
    utilities: 300n,
    repairs: 100n,
    payments: [['both', 200n], 100n],
    parts: [
      ['utilities', 300n, 150n, 75n],
      ['major-repairs', 100n, 50n, 25n],
    ],
    why: 'a write-off of no service is divided as a payment is',
  },
  {
    utilities: 300n,
    repairs: 100n,
    payments: [['major-repairs', 40n], 180n, ['major-repairs', 60n]],
    parts: [
      ['utilities', 300n, 0n, 150n, 30n],
      ['major-repairs', 100n, 40n, 30n, 30n],
    ],
    why: 'a write-off of contributions lowers them first, and payments are divided by what is left',
  },
  {
    utilities: 300n,
    repairs: 100n,
    payments: [['utilities', 350n], 50n],
    parts: [
      ['utilities', 300n, 300n, 0n],
      ['major-repairs', 100n, 50n, 50n],
    ],
    why: 'more than is left of utilities lowers the contributions',
  },
];

for (const { utilities, repairs, payments = [], parts, why } of cases) {
  test(`${utilities}, ${repairs} less [${payments.join('; ')}]: ${why}`, () => {
    assert.deepEqual(split(utilities, repairs, payments), parts);
  });
}

test('after every payment the two parts sum to the month, and neither grows or falls below zero', () => {
  const sums = fc.bigInt({ min: 1n, max: 10n ** 9n });
  const property = fc.property(sums, sums, fc.array(sums, { maxLength: 6 }), (u, r, wanted) => {
    let left = u + r;
    const payments = wanted.map((amount) => {
      const paid = amount < left ? amount : left;
      left -= paid;
      return paid;
    });
    const [utilities, repairs] = split(u, r, payments);
    assert.ok(utilities !== undefined && repairs !== undefined);
    const [, ofUtilities, ...paidUtilities] = utilities;
    const [, ofRepairs, ...paidRepairs] = repairs;
    let [leftUtilities, leftRepairs] = [ofUtilities, ofRepairs];
    for (const [index, amount] of payments.entries()) {
      assert.equal(paidUtilities[index]! + paidRepairs[index]!, amount);
      assert.ok(paidUtilities[index]! >= 0n && paidRepairs[index]! >= 0n);
      leftUtilities -= paidUtilities[index]!;
      leftRepairs -= paidRepairs[index]!;
      assert.ok(leftUtilities >= 0n && leftRepairs >= 0n);
    }
    if (left === 0n) assert.deepEqual([leftUtilities, leftRepairs], [0n, 0n]);
  });
  fc.assert(property, { numRuns: 1000 });
});
