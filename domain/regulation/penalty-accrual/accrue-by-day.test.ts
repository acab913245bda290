// Compares the accrual with an oracle that goes through the days one at a time, with the debt of each month on each day.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { firstDayOf, parseBillingMonth } from '../../calendar/billing-month.ts';
import { dayOfNumber, numberOfDay } from '../../calendar/day-number.ts';
import { parseDay } from '../../calendar/day.ts';
import { roundHalfUp } from '../../money/fraction.ts';
import type { PenaltyMethod } from '../penalty/overdue-debt.ts';
import type { OwnRule, PenaltyKind } from '../penalty/own-rules.ts';
import { amountOf } from '../penalty/penalty-lines.ts';
import { rateOn, tabulateRates } from '../penalty/rate-table.ts';
import { accrualTerms } from './accrual-terms.ts';
import { accrueAccount, listCostingLines, NOTHING_BOOKED } from './accrue-account.ts';
import type { ChargedMonth } from './month-kinds.ts';
import { bookedAfter } from './testing/booked-after.ts';

type History = {
  months: readonly ChargedMonth[];
  rates: readonly number[];
  method: PenaltyMethod;
  target: number;
  /** Caps agreed for debts due from one day to another. */
  caps: readonly Cap[];
};

type Cap = { from: number; to: number; dueFrom: number; dueTo: number; rateE4: number };

const START = numberOfDay(parseDay('2024-01-01'));
/** The maximum number of days in a rate history. */
const DAYS = Array.from({ length: 10 * 300 + 900 }, (_, index) => dayOfNumber(START + index));
/** A unit in which 1/300 and 1/130 of a rate × 10^4 are whole numbers. */
const UNIT = 3_900_000_000n;
const MONTHS = ['2024-01', '2024-02', '2024-03', '2024-05', '2024-12'];

/** In kopecks × UNIT. */
function penaltyByDay(
  { rates, method, target, caps }: History,
  {
    month,
    utilitiesKopecks,
    majorRepairsKopecks,
    payments,
    countedFrom,
    paused = [],
  }: ChargedMonth,
  kind: PenaltyKind,
  dueOn: number,
): bigint {
  const whole = utilitiesKopecks + majorRepairsKopecks;
  if (whole <= 0n) return 0n;
  const repairs =
    majorRepairsKopecks <= 0n ? 0n : utilitiesKopecks <= 0n ? whole : majorRepairsKopecks;
  const leftAfter = (paidUntil: number): bigint => {
    let left = whole;
    for (const { paidOn, amountKopecks } of payments)
      if (paidOn <= paidUntil) left -= amountKopecks;
    const ofRepairs = (left * repairs) / whole;
    return kind === 'major-repairs' ? ofRepairs : left - ofRepairs;
  };
  assert.ok(month < dueOn);
  let penalty = 0n;
  let weight = 0n;
  for (let on = dueOn + 1; on <= target; on += 1) {
    const overdueDay = on - dueOn;
    const share = overdueDay <= 30 ? 0n : overdueDay <= 90 || kind === 'major-repairs' ? 13n : 30n;
    const cap = caps.find(
      ({ from, to, dueFrom, dueTo }) =>
        from <= on && on <= to && dueFrom <= dueOn && dueOn <= dueTo,
    );
    const capped = Math.min(rates[on - START]!, cap?.rateE4 ?? 100_0000);
    const rate = on < (countedFrom?.[kind] ?? 0) ? 0n : BigInt(capped);
    const isPaused = paused.some(({ from, to }) => from <= on && on <= to);
    if (method === 'daily') {
      if (!isPaused) penalty += leftAfter(on - 1) * rate * share;
    } else {
      if (rate !== 0n && !isPaused) weight += share;
      const paidToday = on === target ? leftAfter(on - 1) : leftAfter(on - 1) - leftAfter(on);
      penalty += paidToday * rate * weight;
    }
  }
  return penalty;
}

/** The day from which penalties on a debt brought along are counted; undefined for a debt that was charged. */
const anyOpened = fc.option(
  fc.integer({ min: 0, max: 700 }).map((days) => START + days),
  { nil: undefined },
);

const anyMonths = fc
  .uniqueArray(
    fc.record({
      name: fc.constantFrom(...MONTHS),
      utilities: fc.bigInt({ min: -50_00n, max: 5000_00n }),
      repairs: fc.oneof(fc.constant(0n), fc.bigInt({ min: -50_00n, max: 1000_00n })),
      paid: fc.array(
        fc.record({
          after: fc.integer({ min: 0, max: 700 }),
          part: fc.bigInt({ min: 1n, max: 100n }),
        }),
        { maxLength: 4 },
      ),
      opened: fc.record({ utilities: anyOpened, 'major-repairs': anyOpened }),
      plan: fc.option(fc.tuple(fc.nat(700), fc.nat(200)), { nil: undefined }),
    }),
    { selector: ({ name }) => name, maxLength: 4 },
  )
  .map((rows) =>
    rows.map(({ name, utilities, repairs, paid, opened, plan }): ChargedMonth => {
      let left = utilities + repairs;
      const payments = paid
        .toSorted((a, b) => a.after - b.after)
        .map(({ after, part }) => {
          const amountKopecks = left > 0n ? (left * part) / 100n : 0n;
          left -= amountKopecks;
          return { paidOn: START + after, amountKopecks };
        });
      const month = numberOfDay(firstDayOf(parseBillingMonth(name)));
      return {
        month,
        utilitiesKopecks: utilities,
        majorRepairsKopecks: repairs,
        payments,
        countedFrom: opened,
        paused: plan && [{ from: START + plan[0], to: START + plan[0] + plan[1] }],
      };
    }),
  );

function repeat(rate: number, days: number): readonly number[] {
  return Array.from({ length: days }, () => rate);
}

/** Successive caps, each for different debts. */
const anyCaps: fc.Arbitrary<readonly Cap[]> = fc
  .array(
    fc.record({
      gap: fc.nat(60),
      days: fc.nat(200),
      dueAfter: fc.nat(300),
      dueDays: fc.nat(300),
      rateE4: fc.constantFrom(0, 3_0000, 9_5000),
    }),
    { maxLength: 3 },
  )
  .map((drawn) => {
    let next = START;
    return drawn.map(({ gap, days, dueAfter, dueDays, rateE4 }) => {
      const from = next + gap;
      next = from + days + 1;
      const dueFrom = START + dueAfter;
      return { from, to: from + days, dueFrom, dueTo: dueFrom + dueDays, rateE4 };
    });
  });

const anyHistory: fc.Arbitrary<History> = fc.record({
  months: anyMonths,
  rates: fc
    .array(
      fc.tuple(fc.integer({ min: 1, max: 300 }), fc.constantFrom(0, 4_2500, 9_5000, 21_0000)),
      {
        minLength: 10,
        maxLength: 10,
      },
    )
    .map((runs) => [...runs, [900, 9_5000] as const].flatMap(([days, rate]) => repeat(rate, days))),
  method: fc.constantFrom('daily' as const, 'payment-day' as const),
  caps: anyCaps,
  target: fc.integer({ min: 0, max: 800 }).map((days) => START + days),
});

function termsFor({ rates, method, caps }: History) {
  const history = rates.map((rate, index) => {
    const on = DAYS[index]!;
    return { validFrom: on, validTo: on, effectiveRateE4: BigInt(rate) };
  });
  const rule: OwnRule = {
    validFrom: parseDay('2000-01-01'),
    validTo: null,
    kind: 'method',
    method,
  };
  const settled = caps.map(({ from, to, dueFrom, dueTo, rateE4 }): OwnRule => ({
    validFrom: dayOfNumber(from),
    validTo: dayOfNumber(to),
    dueFrom: dayOfNumber(dueFrom),
    dueTo: dayOfNumber(dueTo),
    kind: 'rate-cap',
    rateE4: BigInt(rateE4),
  }));
  return accrualTerms(tabulateRates(history), { house: [rule, ...settled], organization: [] });
}

test('the penalty of every debt is the sum of its days, rounded once', () => {
  const property = fc.property(anyHistory, (history) => {
    const own = termsFor(history);
    const accrued = accrueAccount(history.months, NOTHING_BOOKED, own, history.target);
    for (const month of history.months)
      for (const kind of ['utilities', 'major-repairs'] as const) {
        const found = accrued.find((debt) => debt.month === month.month && debt.kind === kind);
        const { dueOn } = own.ofMonth(month.month)!;
        const exact = {
          numerator: penaltyByDay(history, month, kind, dueOn),
          denominator: UNIT,
        };
        assert.equal(found?.penaltyKopecks ?? 0n, roundHalfUp(exact, 0));
      }
  });
  fc.assert(property, { numRuns: 2000 });
});

test('the lines of a debt add up to its penalty', () => {
  const property = fc.property(anyHistory, (history) => {
    const { months, target } = history;
    const own = termsFor(history);
    for (const debt of accrueAccount(months, NOTHING_BOOKED, own, target)) {
      const lines = listCostingLines(debt, target);
      const units = lines.reduce((sum, line) => {
        const { numerator, denominator } = amountOf(line);
        return sum + (numerator * UNIT) / denominator;
      }, 0n);
      const exact = { numerator: units, denominator: UNIT };
      assert.equal(roundHalfUp(exact, 0), debt.penaltyKopecks);
      for (const { from, rateE4, isPaused } of lines)
        if (debt.debt.method === 'daily' && !isPaused)
          assert.equal(rateE4, rateOn(debt.rates, from));
    }
  });
  fc.assert(property, { numRuns: 500 });
});

test('many accruals equal the last one alone, and repeating it adds nothing', () => {
  const property = fc.property(
    anyHistory,
    fc.array(fc.nat(800), { maxLength: 4 }),
    (history, earlier) => {
      const { months, target } = history;
      const own = termsFor(history);
      let booked = NOTHING_BOOKED;
      for (const days of earlier.toSorted((a, b) => a - b))
        booked = bookedAfter(booked, accrueAccount(months, booked, own, START + days));
      booked = bookedAfter(booked, accrueAccount(months, booked, own, target));
      assert.deepEqual(accrueAccount(months, booked, own, target), []);
      const alone = accrueAccount(months, NOTHING_BOOKED, own, target);
      for (const kind of ['utilities', 'major-repairs'] as const)
        for (const [month, amount] of booked[kind]) {
          const found = alone.find((debt) => debt.month === month && debt.kind === kind);
          assert.equal(amount, found?.penaltyKopecks ?? 0n);
        }
    },
  );
  fc.assert(property, { numRuns: 500 });
});
