// The other reading of the law: one rate for all days of delay, that of the day of payment.

import { daysBetween } from '../../calendar/day.ts';
import { findCovering, splitDays } from '../../calendar/period.ts';
import type { RateRecord } from './penalty-rate.ts';
import { RateNotFoundError } from './penalty-rate.ts';
import { fractionOn, UTILITIES_SCALE } from './penalty-scale.ts';
import type { Penalty, PenaltyTerms } from './penalty.ts';
import { calculatePenalty } from './penalty.ts';

/**
 * The penalty on a debt that is paid on the target date: every overdue day counts at the rate of
 * that day. Days of a moratorium, whose own rate is 0, cost nothing all the same. Days 1–30 need
 * no rate.
 * Source: Housing Code art. 155 p. 14 ("действующей на день фактической оплаты"), edition of
 * Federal Law 307-FZ of 2015-11-03; Decree 424 of 2020-04-02 for the moratorium.
 * @throws RangeError when the debt is negative.
 * @throws RateNotFoundError naming the target date when its rate is needed and missing.
 */
export function calculatePenaltyAtPaymentDay(terms: PenaltyTerms): Penalty {
  return calculatePenalty({ ...terms, rateHistory: oneRate(terms) });
}

function oneRate({
  debtKopecks,
  dueDate,
  targetDate,
  rateHistory,
  scale = UTILITIES_SCALE,
}: PenaltyTerms): RateRecord[] {
  const overdueDays = daysBetween(dueDate, targetDate);
  if (debtKopecks <= 0n || overdueDays < 1) return [];
  const record = findCovering(rateHistory, targetDate);
  if (record === undefined) {
    if (fractionOn(scale, overdueDays).numerator === 0n) return [];
    throw new RateNotFoundError(targetDate);
  }
  const moratoria = rateHistory.filter(({ effectiveRateE4 }) => effectiveRateE4 === 0n);
  const changeDays = moratoria.flatMap(({ validFrom, validTo }) =>
    validTo === null ? [validFrom] : [validFrom, validTo.add({ days: 1 })],
  );
  return splitDays(dueDate.add({ days: 1 }), targetDate, changeDays).map(({ from, to }) => ({
    validFrom: from,
    validTo: to,
    effectiveRateE4: findCovering(moratoria, from) === undefined ? record.effectiveRateE4 : 0n,
  }));
}
