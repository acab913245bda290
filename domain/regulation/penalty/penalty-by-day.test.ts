// The segments against an oracle that does what the law says literally: one day at a time, in
// plain integers, days being numbers counted from 2019-12-01.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { daysBetween, parseDay } from '../../calendar/day.ts';
import type { RateRecord } from './penalty-rate.ts';
import { RateNotFoundError } from './penalty-rate.ts';
import { calculatePenaltyWithPayments } from './penalty-with-payments.ts';
import { calculatePenalty } from './penalty.ts';

type Rate = { from: number; to: number; rateE4: bigint };
type Payment = { on: number; kopecks: bigint };
type Case = { debt: bigint; due: number; target: number; rates: Rate[]; payments: Payment[] };

const origin = parseDay('2019-12-01');

/** Kopecks × 3900 × 10^6, in which both 1/300 and 1/130 of a rate × 10^4 are whole. */
type Outcome = { penalty: bigint } | { missingDay: number };
const UNIT = 3900n * 1_000_000n;

function penaltyByDay({ debt, due, target, rates, payments }: Case): Outcome {
  let penalty = 0n;
  let overdueDay = 0;
  for (let day = due + 1; day <= target; day += 1) {
    overdueDay += 1;
    let owed = debt;
    for (const { on, kopecks } of payments) if (on < day) owed -= kopecks;
    if (overdueDay <= 30 || owed === 0n) continue;
    const record = rates.find(({ from, to }) => from <= day && day <= to);
    if (record === undefined) return { missingDay: day };
    penalty += owed * record.rateE4 * (overdueDay <= 90 ? 13n : 30n);
  }
  return { penalty };
}

function dayOf(days: number): Temporal.PlainDate {
  return origin.add({ days });
}

function outcomeOf({ debt, due, target, rates, payments }: Case): Outcome {
  const terms = {
    debtKopecks: debt,
    dueDate: dayOf(due),
    targetDate: dayOf(target),
    rateHistory: rates.map(({ from, to, rateE4 }): RateRecord => {
      return { validFrom: dayOf(from), validTo: dayOf(to), effectiveRateE4: rateE4 };
    }),
  };
  const paid = payments.map(({ on, kopecks }) => ({ paidOn: dayOf(on), amountKopecks: kopecks }));
  try {
    const { penaltyKopecks } =
      paid.length === 0 ? calculatePenalty(terms) : calculatePenaltyWithPayments(terms, paid);
    assert.equal((penaltyKopecks.numerator * UNIT) % penaltyKopecks.denominator, 0n);
    return { penalty: (penaltyKopecks.numerator * UNIT) / penaltyKopecks.denominator };
  } catch (error) {
    if (!(error instanceof RateNotFoundError)) throw error;
    return { missingDay: daysBetween(origin, error.day) };
  }
}

const anyRates = fc
  .array(
    fc.record({
      gap: fc.oneof({ weight: 9, arbitrary: fc.constant(0) }, fc.integer({ min: 1, max: 40 })),
      length: fc.integer({ min: 1, max: 400 }),
      rateE4: fc.oneof(
        fc.constantFrom(0n, 9_5000n, 16_0000n),
        fc.bigInt({ min: 0n, max: 100_0000n }),
      ),
    }),
    { maxLength: 20 },
  )
  .map((records) => {
    const rates: Rate[] = [];
    let next = 0;
    for (const { gap, length, rateE4 } of records) {
      const from = next + gap;
      next = from + length;
      rates.push({ from, to: next - 1, rateE4 });
    }
    return rates;
  });

const anyPayments = fc.array(
  fc.record({
    on: fc.integer({ min: 0, max: 1000 }),
    kopecks: fc.bigInt({ min: 0n, max: 10n ** 7n }),
  }),
  { maxLength: 5 },
);

function anyCase(paymentLists: fc.Arbitrary<Payment[]>): fc.Arbitrary<Case> {
  return fc
    .record({
      rest: fc.bigInt({ min: 0n, max: 10n ** 9n }),
      due: fc.integer({ min: 0, max: 500 }),
      overdue: fc.integer({ min: -10, max: 800 }),
      rates: anyRates,
      payments: paymentLists,
    })
    .map(({ rest, due, overdue, rates, payments }) => {
      const debt = payments.reduce((sum, { kopecks }) => sum + kopecks, rest);
      return { debt, due, target: due + overdue, rates, payments };
    });
}

function assertMatchesDailyLoop(cases: fc.Arbitrary<Case>): void {
  const property = fc.property(cases, (one) => {
    assert.deepEqual(outcomeOf(one), penaltyByDay(one));
  });
  fc.assert(property, { numRuns: 3000 });
}

test('the segments sum to the daily loop exactly, or miss the same day', () => {
  assertMatchesDailyLoop(anyCase(fc.constant([])));
});

test('with payments too, the segments sum to the daily loop exactly', () => {
  assertMatchesDailyLoop(anyCase(anyPayments));
});
