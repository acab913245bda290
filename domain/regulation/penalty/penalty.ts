// The penalty (пени) on one month's debt that is paid late, for requests about a single debt.

import { dayOfNumber, numberOfDay } from '../../calendar/day-number.ts';
import { compareDays, daysBetween } from '../../calendar/day.ts';
import type { Stretch } from '../../calendar/period.ts';
import type { Fraction } from '../../money/fraction.ts';
import { sum } from '../../money/fraction.ts';
import type { Kopecks } from '../../money/kopecks.ts';
import type { DebtRule } from './debt-rules.ts';
import { freeDays, rulesOfDueDay } from './debt-rules.ts';
import type { OverdueDebt, PenaltyMethod } from './overdue-debt.ts';
import type { PenaltyLine } from './penalty-lines.ts';
import { amountOf, listPenaltyLines } from './penalty-lines.ts';
import type { RateRecord } from './penalty-rate.ts';
import type { PenaltyScale } from './penalty-scale.ts';
import { countScale, UTILITIES_SCALE } from './penalty-scale.ts';
import { tabulateRates } from './rate-table.ts';

/** A payment of a part of the debt; the debt is lower from the day after `paidOn`. */
export type LatePayment = {
  readonly paidOn: Temporal.PlainDate;
  readonly amountKopecks: Kopecks;
};

/** The inputs of a penalty; the debt is principal only, never an earlier penalty. */
export type PenaltyTerms = {
  /** Before all payments. */
  readonly debtKopecks: Kopecks;
  /** The last day to pay in time; the next day is overdue day 1. */
  readonly dueDate: Temporal.PlainDate;
  /** The last day counted, inclusive. */
  readonly targetDate: Temporal.PlainDate;
  /** Non-overlapping periods, in any order. */
  readonly rateHistory: readonly RateRecord[];
  /** In any order; none when omitted. */
  readonly payments?: readonly LatePayment[];
  /** `UTILITIES_SCALE` when omitted. */
  readonly scale?: PenaltyScale;
  /** `daily` when omitted. */
  readonly method?: PenaltyMethod;
  /** Rules that free days for debts with an early due date; none when omitted, so that the rate history alone counts. */
  readonly debtRules?: readonly DebtRule[];
};

/** Consecutive days, both ends inclusive, with one debt, one rate and one fraction. */
export type PenaltySegment = Stretch & {
  readonly debtKopecks: Kopecks;
  /** Percent × 10^4. */
  readonly rateE4: bigint;
  /** The part of the rate that each day costs; 0 for the days without penalty. */
  readonly fraction: Fraction;
  /** Exact, in kopecks. */
  readonly amountKopecks: Fraction;
};

export type Penalty = {
  /** The exact sum of the segments, in kopecks; rounded half up once, when it is booked. */
  readonly penaltyKopecks: Fraction;
  /** Days from the due date to the target date, 0 when nothing is overdue yet. */
  readonly overdueDays: number;
  /** In the order of `listPenaltyLines`. */
  readonly segments: readonly PenaltySegment[];
};

/**
 * The penalty up to the target date: the exact sum, over all overdue days, of the debt × the rate / 100 × the scale's fraction.
 * The day of a payment still counts with the debt before it, and overdue days are counted from the due date throughout.
 * A day that no rate covers is an error, even among days 1–30, which cost nothing at any rate.
 * Source: Housing Code art. 155 p. 14 and 14.1; Decree 354 p. 159; edition of Federal Law 307-FZ of 2015-11-03. For
 * `payment-day` the words "действующей на день фактической оплаты", and Decree 424 of 2020-04-02 for the moratorium.
 * @throws RangeError when the debt or a payment is negative, or the payments exceed the debt.
 * @throws RateNotFoundError naming the first day that no rate covers; with `payment-day` the day of payment.
 */
export function calculatePenalty(terms: PenaltyTerms): Penalty {
  const { dueDate, targetDate, rateHistory, debtRules = [] } = terms;
  const rates = freeDays(tabulateRates(rateHistory), rulesOfDueDay(dueDate, debtRules));
  const lines = listPenaltyLines(toOverdueDebt(terms), rates, numberOfDay(targetDate));
  const segments = lines.map(toSegment);
  return {
    penaltyKopecks: sum(segments.map(({ amountKopecks }) => amountKopecks)),
    overdueDays: Math.max(0, daysBetween(dueDate, targetDate)),
    segments,
  };
}

function toOverdueDebt(terms: PenaltyTerms): OverdueDebt {
  const { debtKopecks, dueDate, payments = [], scale = UTILITIES_SCALE, method = 'daily' } = terms;
  assertPayable(debtKopecks, payments);
  return {
    debtKopecks,
    dueOn: numberOfDay(dueDate),
    scale: countScale(scale),
    method,
    payments: payments
      .toSorted((a, b) => compareDays(a.paidOn, b.paidOn))
      .map(({ paidOn, amountKopecks }) => ({ paidOn: numberOfDay(paidOn), amountKopecks })),
  };
}

function assertPayable(debtKopecks: Kopecks, payments: readonly LatePayment[]): void {
  if (debtKopecks < 0n) throw new RangeError(`a debt cannot be negative: ${debtKopecks} kopecks`);
  let paidKopecks = 0n;
  for (const { amountKopecks } of payments) {
    if (amountKopecks < 0n) {
      throw new RangeError(`a payment cannot be negative: ${amountKopecks} kopecks`);
    }
    paidKopecks += amountKopecks;
  }
  if (paidKopecks > debtKopecks) {
    throw new RangeError(`payments of ${paidKopecks} kopecks exceed the debt of ${debtKopecks}`);
  }
}

function toSegment(line: PenaltyLine): PenaltySegment {
  return {
    from: dayOfNumber(line.from),
    to: dayOfNumber(line.to),
    days: line.to - line.from + 1,
    debtKopecks: line.debtKopecks,
    rateE4: BigInt(line.rateE4),
    fraction: line.fraction,
    amountKopecks: amountOf(line),
  };
}
