// The rate used for penalties on a day, from the dated reference of rates.

import { formatDay } from '../../calendar/day.ts';
import type { Period } from '../../calendar/period.ts';
import { findCovering } from '../../calendar/period.ts';

/** A rate in force for a period; `effectiveRateE4` is percent × 10^4, 9.5 % being 9_5000n. */
export type RateRecord = Period & { readonly effectiveRateE4: bigint };

/** No record of the reference covers a day whose rate is needed. */
export class RateNotFoundError extends Error {
  override readonly name = 'RateNotFoundError';
  readonly day: Temporal.PlainDate;

  constructor(day: Temporal.PlainDate) {
    super(`no penalty rate covers ${formatDay(day)}`);
    this.day = day;
  }
}

/**
 * The effective rate on the day, percent × 10^4. Both end days of a record's period belong to it; periods must not overlap. A
 * missing rate is never treated as 0.
 * @throws RateNotFoundError naming the day that no record covers.
 */
export function lookUpRate(rateHistory: readonly RateRecord[], day: Temporal.PlainDate): bigint {
  const record = findCovering(rateHistory, day);
  if (record === undefined) throw new RateNotFoundError(day);
  return record.effectiveRateE4;
}
