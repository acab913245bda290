// The penalty on a debt overdue for 800 days at the real rates, compared with a day-by-day loop in decimals, whose result has
// to be the same to the last digit.
import assert from 'node:assert/strict';
import { numberOfDay } from '@kvartplata/domain/calendar/day-number.ts';
import { parseDay } from '@kvartplata/domain/calendar/day.ts';
import { formatFraction } from '@kvartplata/domain/money/fraction.ts';
import { parseScaled } from '@kvartplata/domain/money/scaled.ts';
import { deriveEffectiveRates } from '@kvartplata/domain/regulation/penalty/effective-rate.ts';
import keyRates from '@kvartplata/domain/regulation/penalty/key-rates.json' with { type: 'json' };
import { penaltyOf, type OverdueDebt } from '@kvartplata/domain/regulation/penalty/overdue-debt.ts';
import {
  countScale,
  UTILITIES_SCALE,
} from '@kvartplata/domain/regulation/penalty/penalty-scale.ts';
import {
  rateOn,
  tabulateRates,
  type RateTable,
} from '@kvartplata/domain/regulation/penalty/rate-table.ts';
import { Decimal } from 'decimal.js';
import type { Measured } from '../measured.ts';
import { sized } from '../size.ts';

const PAIRS = sized({ whole: 7, short: 2 });
const DAYS = 800;
/** The number of debts computed by the loop; our function computes a thousand times as many. */
const LOOPED = sized({ whole: 200, short: 20 });
const TIMES = 1_000;
/** Decimal places of a kopeck; exact sums may be infinite decimals, and the loop's rounding error is in much later places. */
const PLACES = 30;
const Exact = Decimal.clone({ precision: 60 });
const DUE_ON = numberOfDay(parseDay('2021-12-10'));

export function measurePenalty(): Measured {
  const rates = tabulateRates(
    deriveEffectiveRates(
      keyRates.rates.map(({ validFrom, validTo, baseCbrRate }) => ({
        validFrom: parseDay(validFrom),
        validTo: validTo === null ? null : parseDay(validTo),
        baseRateE4: parseScaled(baseCbrRate, 4),
      })),
    ),
  );
  const scale = countScale(UTILITIES_SCALE);
  const debts = Array.from({ length: LOOPED }, (_, index): OverdueDebt => ({
    debtKopecks: 100_000n + 7_919n * BigInt(index),
    dueOn: DUE_ON + (index % 100),
    scale,
    method: 'daily',
    payments: [],
  }));
  const [ours, limits]: [number[], number[]] = [[], []];
  takeAll(debts, rates);
  for (let pair = 0; pair < PAIRS; pair += 1) {
    limits.push(timeOf(() => void debts.map((debt) => loop(debt, rates))) * TIMES);
    ours.push(
      timeOf(() => {
        for (let time = 0; time < TIMES; time += 1) takeAll(debts, rates);
      }),
    );
  }
  for (const debt of debts)
    assert.equal(
      formatFraction(penaltyOf(debt, rates, debt.dueOn + DAYS), PLACES),
      loop(debt, rates).toFixed(PLACES, Decimal.ROUND_HALF_UP),
    );
  return {
    name: 'penalties',
    what: `${LOOPED * TIMES} debts of ${DAYS} days`,
    limit: `${LOOPED} of them a day at a time in decimals, × ${TIMES}`,
    goal: 1 / 1000,
    ours,
    limits,
  };
}

function takeAll(debts: readonly OverdueDebt[], rates: RateTable): void {
  for (const debt of debts) penaltyOf(debt, rates, debt.dueOn + DAYS);
}

/** Specification 1.5.6: for each day from the due date on, its rate is looked up and its amount added. */
function loop({ debtKopecks, dueOn }: OverdueDebt, rates: RateTable): Decimal {
  const debt = new Exact(String(debtKopecks));
  let penalty = new Exact(0);
  for (let overdueDay = 31; overdueDay <= DAYS; overdueDay += 1) {
    const rate = new Exact(rateOn(rates, dueOn + overdueDay) ?? 0).div(1_000_000);
    penalty = penalty.plus(debt.times(rate).div(overdueDay <= 90 ? 300 : 130));
  }
  return penalty;
}

function timeOf(work: () => void): number {
  const startedAt = performance.now();
  work();
  return performance.now() - startedAt;
}
