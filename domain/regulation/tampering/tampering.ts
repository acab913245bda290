// What is charged besides when somebody has interfered with a meter: all that the pipe or the appliances could have let
// through, or where that cannot be told, the norm ten times over.
import { compareDays, daysBetween } from '../../calendar/day.ts';
import { add, fraction, multiply, type Fraction } from '../../money/fraction.ts';

/** Months before the act that it reaches back at most. */
const LONGEST_MONTHS = 3;
const COEFFICIENT = fraction(10n);

/** The days that the charge is for: from the last check of the meter to the day before the act. */
export type TamperedTime = {
  readonly from: Temporal.PlainDate;
  /** Before `from` when there is no such day. */
  readonly to: Temporal.PlainDate;
  readonly days: number;
  /** The same in months, counted back from the day of the act; a part of a month by its days. */
  readonly months: Fraction;
};

/**
 * @param lastCheckOn the day on which the meter was last seen to be in order, before the act
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
 * By the power of the appliances, or what the pipe lets through, round the clock.
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
 * By the norm ten times over, where the capacity cannot be told.
 * @param monthly persons times norm; where nobody is registered the owners count
 * Source: Government Decree 354 of 2011-05-06, p. 62, 81(11), 56(2).
 */
export function tamperedByNorm(
  monthly: Fraction,
  { months }: Pick<TamperedTime, 'months'>,
): Fraction {
  return multiply(multiply(monthly, COEFFICIENT), months);
}
