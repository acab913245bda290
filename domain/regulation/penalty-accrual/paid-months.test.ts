import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { firstDayOf, formatBillingMonth, monthOf } from '../../calendar/billing-month.ts';
import { dayOfNumber, numberOfDay } from '../../calendar/day-number.ts';
import { parseDay } from '../../calendar/day.ts';
import { allocatePayments } from '../payment-allocation/allocate-payments.ts';
import type { Limitation } from '../payment-allocation/limitation.ts';
import {
  payMonths,
  type BarredMonths,
  type PrincipalPayment,
  type UnpaidMonth,
} from './paid-months.ts';

/** As if every limitation expired after 100 days. */
const isBarred: BarredMonths = (month, day) => day - month > 100;
const LIMITATION: Limitation = {
  isBarred: (month, day) => isBarred(numberOfDay(firstDayOf(month)), numberOfDay(day)),
};

const START = parseDay('2025-01-01');

const anyMonth = fc.nat(5).map((months) => numberOfDay(START.add({ months })));

const anyMonths = (least: bigint): fc.Arbitrary<readonly UnpaidMonth[]> =>
  fc
    .uniqueArray(
      fc.record({
        month: anyMonth,
        utilitiesKopecks: fc.bigInt({ min: least, max: 300n }),
        majorRepairsKopecks: fc.bigInt({ min: least, max: 100n }),
        courtFeesKopecks: fc.bigInt({ min: 0n, max: 50n }),
      }),
      { selector: ({ month }) => month },
    )
    .map((months) => months.toSorted((a, b) => a.month - b.month));

const anyPayments: fc.Arbitrary<readonly PrincipalPayment[]> = fc
  .array(
    fc.record({
      paidOn: fc.nat(240).map((days) => numberOfDay(START) + days),
      named: fc.option(anyMonth),
      amountKopecks: fc.bigInt({ min: 1n, max: 400n }),
    }),
    { maxLength: 8 },
  )
  .map((payments) => payments.toSorted((a, b) => a.paidOn - b.paidOn));

function owedOf(month: UnpaidMonth): bigint {
  return month.utilitiesKopecks + month.majorRepairsKopecks + month.courtFeesKopecks;
}

function inWords(month: string, paidOn: string, amount: bigint): string {
  return `${month} paid on ${paidOn}: ${amount}`;
}

test('the payments of each month, with their days, equal the allocation of payments', () => {
  const property = fc.property(anyMonths(0n), anyPayments, (months, payments) => {
    const { allocations } = allocatePayments(
      months.map((month) => ({
        kind: 'principal',
        month: monthOf(dayOfNumber(month.month)),
        amountKopecks: owedOf(month),
        courtFeesKopecks: month.courtFeesKopecks,
      })),
      payments.map(({ paidOn, named, amountKopecks }, id) => ({
        id,
        paidOn: dayOfNumber(paidOn),
        named: named === null ? null : monthOf(dayOfNumber(named)),
        principalKopecks: amountKopecks,
        penaltyKopecks: 0n,
      })),
      [],
      LIMITATION,
    );
    const allocated = allocations.flatMap(({ paymentId, month, amountKopecks, isCourtFee }) =>
      month === null || isCourtFee
        ? []
        : [
            inWords(
              formatBillingMonth(month),
              String(dayOfNumber(payments[paymentId]!.paidOn)),
              amountKopecks,
            ),
          ],
    );
    const paid = payMonths(months, payments, isBarred).flatMap(({ month, payments: parts }) =>
      parts.map(({ paidOn, amountKopecks }) =>
        inWords(
          formatBillingMonth(monthOf(dayOfNumber(month))),
          String(dayOfNumber(paidOn)),
          amountKopecks,
        ),
      ),
    );
    assert.deepEqual(paid.toSorted(), allocated.toSorted());
  });
  fc.assert(property, { numRuns: 1000 });
});

test("the open part of each month equals the allocation's, also with negative months", () => {
  const property = fc.property(anyMonths(-200n), anyPayments, (months, payments) => {
    const { open } = allocatePayments(
      months.map((month) => ({
        kind: 'principal',
        month: monthOf(dayOfNumber(month.month)),
        amountKopecks: owedOf(month),
        courtFeesKopecks: month.courtFeesKopecks,
      })),
      payments.map(({ paidOn, named, amountKopecks }, id) => ({
        id,
        paidOn: dayOfNumber(paidOn),
        named: named === null ? null : monthOf(dayOfNumber(named)),
        principalKopecks: amountKopecks,
        penaltyKopecks: 0n,
      })),
      [],
      LIMITATION,
    );
    const left = payMonths(months, payments, isBarred)
      .map((month) => ({
        month: month.month,
        left: month.payments.reduce(
          (sum, { amountKopecks }) => sum - amountKopecks,
          month.utilitiesKopecks + month.majorRepairsKopecks,
        ),
      }))
      .filter((debt) => debt.left > 0n);
    assert.deepEqual(
      left.map((debt) => [debt.month, debt.left]),
      open
        .map(({ month, amountKopecks, courtFeesKopecks = 0n }) => ({
          month: numberOfDay(firstDayOf(month)),
          left: amountKopecks - courtFeesKopecks,
        }))
        .filter((debt) => debt.left > 0n)
        .map((debt) => [debt.month, debt.left]),
    );
  });
  fc.assert(property, { numRuns: 1000 });
});

test('a negative month pays the oldest debt on its last day', () => {
  const month = (months: number, utilitiesKopecks: bigint) => ({
    month: numberOfDay(START.add({ months })),
    utilitiesKopecks,
    majorRepairsKopecks: 0n,
    courtFeesKopecks: 0n,
  });
  const [january] = payMonths([month(0, 100n), month(1, -30n)], [], isBarred);
  assert.deepEqual(january?.payments, [
    { paidOn: numberOfDay(parseDay('2025-02-28')), amountKopecks: 30n },
  ]);
});

test('a write-off leaves the court fee of its month to the payment after it', () => {
  const month = {
    month: numberOfDay(START),
    utilitiesKopecks: 300n,
    majorRepairsKopecks: 100n,
    courtFeesKopecks: 50n,
  };
  const on = (day: number, amountKopecks: bigint) => ({
    paidOn: numberOfDay(START) + day,
    named: numberOfDay(START),
    amountKopecks,
  });
  const [paid] = payMonths(
    [month],
    [{ ...on(40, 200n), lowers: 'both' }, on(50, 50n), on(60, 100n)],
    isBarred,
  );
  assert.deepEqual(
    paid?.payments.map(({ amountKopecks, lowers }) => [amountKopecks, lowers]),
    [
      [200n, 'both'],
      [100n, undefined],
    ],
  );
  const [whole] = payMonths([month], [{ ...on(40, 450n), lowers: 'both' }], isBarred);
  assert.deepEqual(
    whole?.payments.map(({ amountKopecks }) => amountKopecks),
    [400n],
  );
});
