// The penalty (пени) for one month's debt that is paid late.

import { compareDays, daysBetween } from '../../calendar/day.ts';
import type { Stretch } from '../../calendar/period.ts';
import { findCovering, overlap, splitDays } from '../../calendar/period.ts';
import type { Fraction } from '../../money/fraction.ts';
import { fraction, sum } from '../../money/fraction.ts';
import type { Kopecks } from '../../money/kopecks.ts';
import type { RateRecord } from './penalty-rate.ts';
import { lookUpRate } from './penalty-rate.ts';
import type { PenaltyScale } from './penalty-scale.ts';
import { fractionOn, UTILITIES_SCALE } from './penalty-scale.ts';

const HUNDRED_PERCENT_E4 = 100_0000n;

/** What a penalty is counted from; the debt is principal only, never an earlier penalty. */
export type PenaltyTerms = {
  readonly debtKopecks: Kopecks;
  /** The last day to pay in time; the day after it is overdue day 1. */
  readonly dueDate: Temporal.PlainDate;
  /** The last day counted, inclusive. */
  readonly targetDate: Temporal.PlainDate;
  /** Periods that do not overlap, in any order. */
  readonly rateHistory: readonly RateRecord[];
  /** `UTILITIES_SCALE` when left out. */
  readonly scale?: PenaltyScale;
};

type PricedStretch = Stretch & {
  /** Percent × 10^4; null where no record covers the days and the law asks for no rate. */
  readonly rateE4: bigint | null;
  /** The part of the rate that each day costs; 0 for the days without penalty. */
  readonly fraction: Fraction;
};

/** Days in a row, both ends inclusive, with one debt, one rate and one fraction. */
export type PenaltySegment = PricedStretch & {
  readonly debtKopecks: Kopecks;
  /** Exact, in kopecks. */
  readonly amountKopecks: Fraction;
};

export type Penalty = {
  /** The exact sum of the segments, in kopecks; round it half up once, when it is booked. */
  readonly penaltyKopecks: Fraction;
  /** Days from the due date to the target date, 0 when nothing is overdue yet. */
  readonly overdueDays: number;
  /** In order of days, without gaps; empty when nothing is overdue or nothing is owed. */
  readonly segments: readonly PenaltySegment[];
};

/**
 * The penalty on an unchanging debt up to the target date: for each overdue day
 * debt × rate of that day / 100 × the scale's fraction, summed exactly. A day that no rate
 * covers is an error where the fraction is not zero; days 1–30 cost nothing at any rate and
 * need none.
 * Source: Housing Code art. 155 p. 14 and 14.1; Decree 354 p. 159; edition of Federal Law
 * 307-FZ of 2015-11-03.
 * @throws RangeError when the debt is negative.
 * @throws RateNotFoundError naming the first day whose rate is needed and missing.
 */
export function calculatePenalty(terms: PenaltyTerms): Penalty {
  const firstOverdueDay = terms.dueDate.add({ days: 1 });
  return totalPenalty(terms, listPenaltySegments(terms, firstOverdueDay));
}

/** The penalty that segments, in order of days, add up to. */
export function totalPenalty(
  { dueDate, targetDate }: Pick<PenaltyTerms, 'dueDate' | 'targetDate'>,
  segments: readonly PenaltySegment[],
): Penalty {
  return {
    penaltyKopecks: sum(segments.map((segment) => segment.amountKopecks)),
    overdueDays: Math.max(0, daysBetween(dueDate, targetDate)),
    segments,
  };
}

/**
 * The segments from an overdue day to the target date, both inclusive; none when the target
 * date is earlier or nothing is owed. Overdue days are numbered from the due date wherever
 * `from` lies. Rate records in a row with one rate make one segment.
 * @throws RangeError when the debt is negative or `from` is not after the due date.
 * @throws RateNotFoundError naming the first day whose rate is needed and missing.
 */
export function listPenaltySegments(
  terms: PenaltyTerms,
  from: Temporal.PlainDate,
): PenaltySegment[] {
  const { debtKopecks, dueDate, targetDate, rateHistory, scale = UTILITIES_SCALE } = terms;
  if (debtKopecks < 0n) throw new RangeError(`a debt cannot be negative: ${debtKopecks} kopecks`);
  if (debtKopecks === 0n || compareDays(targetDate, from) < 0) return [];
  const span = { validFrom: from, validTo: targetDate };
  const rates = rateHistory.filter((record) => overlap(record, span));
  const changeDays = [...stepDays(scale, dueDate), ...rateChangeDays(rates)];
  const stretches = splitDays(from, targetDate, changeDays);
  const priced = stretches.map((stretch) => priceStretch(stretch, dueDate, rates, scale));
  return joinEqualNeighbours(priced).map((stretch) => chargeStretch(stretch, debtKopecks));
}

function stepDays(scale: PenaltyScale, dueDate: Temporal.PlainDate): Temporal.PlainDate[] {
  return scale.map((step) => dueDate.add({ days: step.firstOverdueDay }));
}

function rateChangeDays(rateHistory: readonly RateRecord[]): Temporal.PlainDate[] {
  return rateHistory.flatMap(({ validFrom, validTo }) =>
    validTo === null ? [validFrom] : [validFrom, validTo.add({ days: 1 })],
  );
}

function priceStretch(
  stretch: Stretch,
  dueDate: Temporal.PlainDate,
  rateHistory: readonly RateRecord[],
  scale: PenaltyScale,
): PricedStretch {
  const dayFraction = fractionOn(scale, daysBetween(dueDate, stretch.from));
  const rateE4 =
    dayFraction.numerator === 0n
      ? (findCovering(rateHistory, stretch.from)?.effectiveRateE4 ?? null)
      : lookUpRate(rateHistory, stretch.from);
  return { ...stretch, rateE4, fraction: dayFraction };
}

/** Under a capped rate, record after record carries one rate: the reader wants one line. */
function joinEqualNeighbours(stretches: readonly PricedStretch[]): PricedStretch[] {
  const joined: PricedStretch[] = [];
  for (const stretch of stretches) {
    const last = joined.at(-1);
    if (last?.rateE4 === stretch.rateE4 && last.fraction === stretch.fraction) {
      joined.pop();
      joined.push({ ...last, to: stretch.to, days: last.days + stretch.days });
    } else {
      joined.push(stretch);
    }
  }
  return joined;
}

function chargeStretch(stretch: PricedStretch, debtKopecks: Kopecks): PenaltySegment {
  const amountKopecks = fraction(
    debtKopecks * (stretch.rateE4 ?? 0n) * BigInt(stretch.days) * stretch.fraction.numerator,
    HUNDRED_PERCENT_E4 * stretch.fraction.denominator,
  );
  return { ...stretch, debtKopecks, amountKopecks };
}
