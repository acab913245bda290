import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PayeeId } from '../regulation/payees/divide-money.ts';
import type { AccountLines, DebtLine } from '../regulation/payees/account-by-payee.ts';
import { leftToPay, owedOfMonths, toPayByPayee } from './payee-sums.ts';

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

const line = (payeeId: PayeeId, month: string, amountKopecks: bigint): DebtLine => ({
  payeeId,
  kind: 'principal',
  figure: 'charged',
  month,
  bookedIn: month,
  amountKopecks,
  isMajorRepairs: false,
  isCourtFee: false,
});

/** 1200.00 for January, a third of it for a payee; 300.00 of it are paid. 100.00 for August, all for the payee. */
const account: AccountLines = {
  lines: [line(null, '2026-01', 800_00n), line(7, '2026-01', 400_00n), line(7, '2026-08', 100_00n)],
  penalties: [],
  placed: [{ kind: 'principal', month: '2026-01', since: '2026-02', amountKopecks: 300_00n }],
  paid: [{ kind: 'principal', bookedIn: '2026-02', amountKopecks: 300_00n, isBrought: false }],
};

const plans: readonly {
  why: string;
  notDue: bigint;
  toPay: readonly (readonly [PayeeId, bigint])[];
}[] = [
  {
    why: 'waits in proportion to what the covered months owe, and current charges do not wait',
    notDue: 600_00n,
    toPay: [
      [null, 200_00n],
      [7, 200_00n],
    ],
  },
  {
    why: 'is all of the covered months',
    notDue: 900_00n,
    toPay: [
      [null, 0n],
      [7, 100_00n],
    ],
  },
  {
    why: 'may be more than they still owe, where money lies on them that was meant for others',
    notDue: 950_00n,
    toPay: [
      [null, 0n],
      [7, 50_00n],
    ],
  },
  {
    why: 'goes to the kopeck',
    notDue: 1n,
    toPay: [
      [null, 599_99n],
      [7, 400_00n],
    ],
  },
];

for (const { why, notDue, toPay } of plans)
  test(`with two payees what a plan defers to later months ${why}`, () => {
    const covered = owedOfMonths(account, new Set(['2026-01']), '2026-08');
    const owed = new Map([
      [null, { principal: 600_00n, penalty: 0n }],
      [7, { principal: 400_00n, penalty: 0n }],
    ]);
    assert.deepEqual(
      [...covered],
      [
        [null, 600_00n],
        [7, 300_00n],
      ],
    );
    const standing = { owed, advance: { principal: 0n, penalty: 0n } };
    assert.deepEqual([...toPayByPayee(standing, { kopecks: notDue, covered })], toPay);
  });

for (const { why, left, each } of [
  { why: 'nothing was paid', left: 400_00n, each: [300_00n, 100_00n] },
  { why: 'more is owed than was asked for', left: 500_00n, each: [300_00n, 100_00n] },
  { why: 'a part was paid: 100.01 × 3/4 and 1/4', left: 299_99n, each: [224_99n, 75_00n] },
  { why: 'all of it was paid', left: 0n, each: [0n, 0n] },
])
  test(`what is left to pay each payee: ${why}`, () => {
    const asked = new Map<PayeeId, bigint>([
      [null, 300_00n],
      [7, 100_00n],
    ]);
    assert.deepEqual([...leftToPay(asked, left).values()], each);
  });
