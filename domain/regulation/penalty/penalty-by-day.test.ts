// Compares the lines and the look-ups with an oracle that applies the law literally: one day at a time, in plain integers, with
// days as numbers counted from 2019-12-01.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { numberOfDay } from '../../calendar/day-number.ts';
import { daysBetween, parseDay } from '../../calendar/day.ts';
import type { Fraction } from '../../money/fraction.ts';
import type { DebtRule } from './debt-rules.ts';
import { freeDays, rulesOfDueDay } from './debt-rules.ts';
import type { PenaltyMethod } from './overdue-debt.ts';
import { penaltyOf } from './overdue-debt.ts';
import { RateNotFoundError } from './penalty-rate.ts';
import { countScale, MAJOR_REPAIRS_SCALE, UTILITIES_SCALE } from './penalty-scale.ts';
import { calculatePenalty } from './penalty.ts';
import { tabulateRates } from './rate-table.ts';

type Rate = { from: number; to: number; rateE4: bigint };
type Payment = { on: number; kopecks: bigint };
/** Days free of penalties for debts due by a day. */
type Freed = { from: number; to: number; dueTo: number };
type Case = {
  debt: bigint;
  due: number;
  target: number;
  rates: Rate[];
  payments: Payment[];
  isForRepairs: boolean;
  method: PenaltyMethod;
  freed: Freed[];
};

const origin = parseDay('2019-12-01');

/** Kopecks × 3900 × 10^6, a unit in which both 1/300 and 1/130 of a rate × 10^4 are whole numbers. */
type Outcome = { penalty: bigint } | { missingDay: number };
const UNIT = 3900n * 1_000_000n;

function penaltyByDay(one: Case): Outcome {
  return one.method === 'daily' ? countedDaily(one) : countedAtPayment(one);
}

function countedDaily(one: Case): Outcome {
  const { debt, due, target, payments, isForRepairs } = one;
  let penalty = 0n;
  for (let day = due + 1; day <= target; day += 1) {
    let owed = debt;
    for (const { on, kopecks } of payments) if (on < day) owed -= kopecks;
    const share = shareOf(day - due, isForRepairs);
    if (owed === 0n) continue;
    const rateE4 = rateOf(one, day);
    if (rateE4 === undefined) return { missingDay: day };
    penalty += owed * rateE4 * share;
  }
  return { penalty };
}

/** Each kopeck at the rate of the day on which it was paid, or else of the target day. */
function countedAtPayment(one: Case): Outcome {
  const { debt, due, target, payments, isForRepairs } = one;
  const paid = payments.filter(({ on }) => on <= target).toSorted((a, b) => a.on - b.on);
  const rest = paid.reduce((left, { kopecks }) => left - kopecks, debt);
  let penalty = 0n;
  for (const { on, kopecks } of [...paid, { on: target, kopecks: rest }]) {
    for (let day = due + 1; day <= on; day += 1) {
      const share = shareOf(day - due, isForRepairs);
      if (kopecks === 0n) continue;
      const rateE4 = rateOf(one, on);
      if (rateE4 === undefined) return { missingDay: on };
      if (rateOf(one, day) !== 0n) penalty += kopecks * rateE4 * share;
    }
  }
  return { penalty };
}

/** The fraction of the rate, in 1/3900. */
function shareOf(overdueDay: number, isForRepairs: boolean): bigint {
  if (overdueDay <= 30) return 0n;
  return overdueDay <= 90 || isForRepairs ? 13n : 30n;
}

function rateOf({ rates, freed, due }: Case, day: number): bigint | undefined {
  const rateE4 = rates.find(({ from, to }) => from <= day && day <= to)?.rateE4;
  if (rateE4 === undefined) return undefined;
  for (const { from, to, dueTo } of freed) if (due <= dueTo && from <= day && day <= to) return 0n;
  return rateE4;
}

function dayOf(days: number): Temporal.PlainDate {
  return origin.add({ days });
}

function toRules(freed: readonly Freed[]): DebtRule[] {
  return freed.map(({ from, to, dueTo }) => ({
    validFrom: dayOf(from),
    validTo: dayOf(to),
    dueTo: dayOf(dueTo),
    description: '',
    descriptionRu: '',
  }));
}

function lineByLine(one: Case): Fraction {
  const { debt, due, target, rates, payments, isForRepairs, method, freed } = one;
  return calculatePenalty({
    debtKopecks: debt,
    dueDate: dayOf(due),
    targetDate: dayOf(target),
    rateHistory: toHistory(rates),
    payments: payments.map(({ on, kopecks }) => ({ paidOn: dayOf(on), amountKopecks: kopecks })),
    scale: isForRepairs ? MAJOR_REPAIRS_SCALE : UTILITIES_SCALE,
    method,
    debtRules: toRules(freed),
  }).penaltyKopecks;
}

function lookedUp(one: Case): Fraction {
  const { debt, due, target, rates, payments, isForRepairs, method, freed } = one;
  const start = numberOfDay(origin);
  return penaltyOf(
    {
      debtKopecks: debt,
      dueOn: start + due,
      scale: countScale(isForRepairs ? MAJOR_REPAIRS_SCALE : UTILITIES_SCALE),
      method,
      payments: payments
        .toSorted((a, b) => a.on - b.on)
        .map(({ on, kopecks }) => ({ paidOn: start + on, amountKopecks: kopecks })),
    },
    freeDays(tabulateRates(toHistory(rates)), rulesOfDueDay(dayOf(due), toRules(freed))),
    start + target,
  );
}

function toHistory(rates: readonly Rate[]) {
  return rates.map(({ from, to, rateE4 }) => ({
    validFrom: dayOf(from),
    validTo: dayOf(to),
    effectiveRateE4: rateE4,
  }));
}

function outcomeOf(count: () => Fraction): Outcome {
  try {
    const { numerator, denominator } = count();
    assert.equal((numerator * UNIT) % denominator, 0n);
    return { penalty: (numerator * UNIT) / denominator };
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

const anyFreed: fc.Arbitrary<Freed[]> = fc.array(
  fc
    .record({
      from: fc.integer({ min: 0, max: 900 }),
      days: fc.integer({ min: 0, max: 300 }),
      dueTo: fc.integer({ min: 0, max: 500 }),
    })
    .map(({ from, days, dueTo }) => ({ from, to: from + days, dueTo })),
  { maxLength: 2 },
);

function anyCase(paymentLists: fc.Arbitrary<Payment[]>): fc.Arbitrary<Case> {
  return fc
    .record({
      rest: fc.bigInt({ min: 0n, max: 10n ** 9n }),
      due: fc.integer({ min: 0, max: 500 }),
      overdue: fc.integer({ min: -10, max: 800 }),
      rates: anyRates,
      payments: paymentLists,
      isForRepairs: fc.boolean(),
      method: fc.constantFrom('daily' as const, 'payment-day' as const),
      freed: anyFreed,
    })
    .map(toCase);
}

type Drawn = Omit<Case, 'debt' | 'target'> & { rest: bigint; overdue: number };

function toCase({ rest, overdue, ...one }: Drawn): Case {
  const debt = one.payments.reduce((sum, { kopecks }) => sum + kopecks, rest);
  return { ...one, debt, target: one.due + overdue };
}

function assertMatchesDailyLoop(cases: fc.Arbitrary<Case>): void {
  const property = fc.property(cases, (one) => {
    const expected = penaltyByDay(one);
    assert.deepEqual(
      outcomeOf(() => lineByLine(one)),
      expected,
    );
    assert.deepEqual(
      outcomeOf(() => lookedUp(one)),
      expected,
    );
  });
  fc.assert(property, { numRuns: 3000 });
}

test('the lines and the look-ups equal the daily loop exactly, or miss the same day', () => {
  assertMatchesDailyLoop(anyCase(fc.constant([])));
});

test('they also equal it when the debt is paid in parts', () => {
  assertMatchesDailyLoop(anyCase(anyPayments));
});
