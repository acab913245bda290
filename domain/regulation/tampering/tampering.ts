// The additional charge for interference with a meter: the greatest possible consumption of the pipe or the appliances or, if
// it is unknown, ten times the norm.
import { compareDays, daysBetween } from '../../calendar/day.ts';
import { add, fraction, multiply, type Fraction } from '../../money/fraction.ts';

/** The maximum number of months before the act that are charged. */
const LONGEST_MONTHS = 3;
const COEFFICIENT = fraction(10n);

/** The charged days: from the last check of the meter to the day before the act. */
export type TamperedTime = {
  readonly from: Temporal.PlainDate;
  /** Before `from` if there is no such day. */
  readonly to: Temporal.PlainDate;
  readonly days: number;
  /** The same period in months, counted back from the day of the act; a part of a month in proportion to its days. */
  readonly months: Fraction;
};

/**
 * @param lastCheckOn the last day before the act on which the meter was found to be in order
 * Source: Government Decree 354 of 2011-05-06, p. 62, 81(11): from the previous check, for no more than the three months
 *   before the act.
 */
export function tamperedTime(
  actOn: Temporal.PlainDate,
  lastCheckOn: Temporal.PlainDate,
): TamperedTime {
  const earliest = actOn.subtract({ months: LONGEST_MONTHS });
  const from = compareDays(lastCheckOn, earliest) < 0 ? earliest : lastCheckOn;
  const to = actOn.subtract({ days: 1 });
  if (compareDays(from, to) > 0) return { from, to, days: 0, months: fraction(0n) };
  let whole = 0;
  while (compareDays(from, actOn.subtract({ months: whole + 1 })) <= 0) whole += 1;
  const reached = actOn.subtract({ months: whole });
  const left = daysBetween(from, reached);
  const inMonth = daysBetween(actOn.subtract({ months: whole + 1 }), reached);
  return {
    from,
    to,
    days: daysBetween(from, actOn),
    months: add(fraction(BigInt(whole)), fraction(BigInt(left), BigInt(inMonth))),
  };
}

/**
 * By the power of the appliances or the throughput of the pipe, round the clock.
 * @param perDay in the meter's unit
 * Source: Government Decree 354 of 2011-05-06, p. 62, 81(11).
 */
export function tamperedByCapacity(
  perDay: Fraction,
  { days }: Pick<TamperedTime, 'days'>,
): Fraction {
  return multiply(perDay, fraction(BigInt(days)));
}

/**
 * By ten times the norm, if the capacity is unknown.
 * @param monthly persons times norm; the owners count if nobody is registered
 * Source: Government Decree 354 of 2011-05-06, p. 62, 81(11), 56(2).
 */
export function tamperedByNorm(
  monthly: Fraction,
  { months }: Pick<TamperedTime, 'months'>,
): Fraction {
  return multiply(multiply(monthly, COEFFICIENT), months);
}
