// The penalty on one month's debt that is paid late, summed by look-ups: ten days of delay cost as much work as ten years.

import type { DayNumber } from '../../calendar/day-number.ts';
import { dayOfNumber } from '../../calendar/day-number.ts';
import type { Fraction } from '../../money/fraction.ts';
import { fraction } from '../../money/fraction.ts';
import type { Kopecks } from '../../money/kopecks.ts';
import { RateNotFoundError } from './penalty-rate.ts';
import type { PausedDays } from './paused-days.ts';
import { withoutPaused } from './paused-days.ts';
import type { CountedScale } from './penalty-scale.ts';
import type { RateTable } from './rate-table.ts';
import { countFreeDays, rateOn, sumRates } from './rate-table.ts';

/**
 * The two readings of the law. `daily`: each day counts at its own rate. `payment-day`: all days of a paid part count at the rate
 * of the day of payment, those of the unpaid rest at the rate of the target day, and days whose own rate is 0 remain free.
 */
export type PenaltyMethod = 'daily' | 'payment-day';

/** A payment of a part of the debt; the debt is lower from the day after `paidOn`. */
export type DebtPayment = { readonly paidOn: DayNumber; readonly amountKopecks: Kopecks };

export type OverdueDebt = {
  /** Before all payments; principal only, never an earlier penalty. */
  readonly debtKopecks: Kopecks;
  /** The last day to pay in time; the next day is overdue day 1. */
  readonly dueOn: DayNumber;
  readonly scale: CountedScale;
  readonly method: PenaltyMethod;
  /** In the order of days, none below zero, together at most the debt. */
  readonly payments: readonly DebtPayment[];
  /** Earlier days bear no penalty here, although they are overdue: their penalties came with the debt. */
  readonly countedFrom?: DayNumber | undefined;
  /** Days that bear no penalty, although they are overdue. */
  readonly paused?: readonly PausedDays[] | undefined;
};

/** Rates are per cent × 10^4. */
export const WHOLE_RATE_E4 = 100_0000n;

/**
 * The exact penalty in kopecks from the day after the due date to the target day, both inclusive. Each part of the debt bears
 * penalties up to and including the day it was paid; what is paid after the target day is still owed on it.
 * Source: Housing Code art. 155 p. 14 ("по день фактической оплаты") and 14.1, edition of Federal Law 307-FZ of
 * 2015-11-03.
 * @throws RateNotFoundError naming the first day that no rate covers, even if it is a day without penalty
 */
export function penaltyOf(debt: OverdueDebt, rates: RateTable, targetOn: DayNumber): Fraction {
  let owedKopecks = debt.debtKopecks;
  let units = 0n;
  for (const { paidOn, amountKopecks } of debt.payments) {
    if (paidOn > targetOn) break;
    owedKopecks -= amountKopecks;
    if (amountKopecks > 0n) units += amountKopecks * weightOf(debt, rates, paidOn);
  }
  if (owedKopecks > 0n) units += owedKopecks * weightOf(debt, rates, targetOn);
  return fraction(units, debt.scale.denominator * WHOLE_RATE_E4);
}

/** The penalty per kopeck owed from the due date, or from the first day counted here, to the day inclusive. */
function weightOf(
  { dueOn, scale, method, countedFrom = dueOn, paused = [] }: OverdueDebt,
  rates: RateTable,
  until: DayNumber,
): bigint {
  let weight = 0n;
  for (const { firstOverdueDay, lastOverdueDay, numerator } of scale.steps) {
    const from = Math.max(dueOn + firstOverdueDay, countedFrom);
    if (from > until) break;
    const to = Math.min(until, dueOn + lastOverdueDay);
    for (const days of withoutPaused({ from, to }, paused))
      weight += numerator * BigInt(COUNTED[method](rates, days.from, days.to, until));
  }
  return weight;
}

/** The sum of rates of all days in a span, for a part that is paid on a later day. */
const COUNTED: Readonly<
  Record<PenaltyMethod, (rates: RateTable, from: number, to: number, paidOn: number) => number>
> = {
  daily: (rates, from, to) => sumRates(rates, from, to),
  'payment-day': (rates, from, to, paidOn) => {
    const rateE4 = rateOn(rates, paidOn);
    if (rateE4 === null) throw new RateNotFoundError(dayOfNumber(paidOn));
    return rateE4 * (to - from + 1 - countFreeDays(rates, from, to));
  },
};
