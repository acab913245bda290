// Meters in the reference calculation.
import type { MeterFacts, ServiceFacts } from '../house-facts.ts';
import { digitsOf, isWithin, monthsFrom } from './calendar.ts';
import { isBelow, minus, NOTHING, plus, ratio, times, type Ratio } from './ratio.ts';

export type MeterMonth =
  | { readonly by: 'none' }
  | {
      readonly by: 'norm';
      readonly withK: boolean;
      readonly days: readonly number[];
      readonly takenBack: Ratio;
    }
  | {
      readonly by: 'meters';
      /** The days on which one is installed. */
      readonly days: readonly number[];
      readonly volume: Ratio;
      /** Below zero when earlier estimates have charged too much. */
      readonly takenBack: Ratio;
      readonly hasAverages: boolean;
    };

/** Undefined when a reading is below the previous one. */
export function metersInMonth(
  { countsUnverified }: ServiceFacts,
  meters: readonly MeterFacts[],
  month: Temporal.PlainYearMonth,
  days: readonly number[],
  averaged = 3,
): MeterMonth | undefined {
  const here = meters.filter(
    (meter) => meter.previous !== null && days.some((day) => stands(meter, day)),
  );
  if (here.length === 0) return { by: 'none' };
  let readings = NOTHING;
  let averages = NOTHING;
  let byNorm = false;
  let withK = false;
  let hasAverages = false;
  for (const meter of here) {
    const bad = firstBadDay(countsUnverified, meter);
    const end = Math.min(
      (month.year * 100 + month.month) * 100 + month.daysInMonth,
      meter.removedOn === null ? Infinity : digitsOf(meter.removedOn),
    );
    const isBad = bad !== undefined && bad <= end;
    const { current, previous, history } = meter;
    const counted = days.filter((day) => stands(meter, day) && !isHandedOver(meter, here, day));
    const monthly = history === null ? NOTHING : ratio(history.volumeE3, 1000 * history.months);
    const takenOn = current === null ? 0 : Number(current.takenOn.replaceAll('-', ''));
    if (current !== null && previous !== null && !(isBad && takenOn >= bad)) {
      const turn = current.rollover ? ratio(10n ** BigInt(meter.digits)) : NOTHING;
      const moved = plus(ratio(current.valueE3 - previous.valueE3, 1000), turn);
      if (isBelow(moved, NOTHING)) return undefined;
      readings = plus(readings, minus(moved, ratio(meter.estimatedE6, 1_000_000)));
      // It was read and then failed: the rest of the month is charged by its average, while that may be used.
      if (isBad && monthsFrom(bad, month) <= averaged && history !== null && history.months >= 3) {
        const left = counted.filter((day) => day >= bad);
        averages = plus(averages, times(monthly, ratio(left.length, month.daysInMonth)));
        hasAverages ||= left.length > 0;
      }
      continue;
    }
    const periods = isBad ? monthsFrom(bad, month) : meter.missedPeriods;
    if (periods > averaged || history === null || history.months < 3) {
      byNorm = true;
      withK ||= isBad && periods > averaged;
      continue;
    }
    hasAverages = true;
    averages = plus(averages, times(monthly, ratio(counted.length, month.daysInMonth)));
  }
  const standing = days.filter((day) => here.some((meter) => stands(meter, day)));
  const tooMuch = isBelow(readings, NOTHING);
  // The norm is for this month; what was paid in vain before is owed back all the same.
  const takenBack = tooMuch ? readings : NOTHING;
  if (byNorm) return { by: 'norm', withK, days: standing, takenBack };
  return {
    by: 'meters',
    days: standing,
    volume: tooMuch ? averages : plus(averages, readings),
    takenBack,
    hasAverages,
  };
}

function stands(meter: MeterFacts, day: number): boolean {
  return isWithin(day, meter.installedOn, meter.removedOn);
}

/** Whether another meter replaces it on that day. */
function isHandedOver(meter: MeterFacts, all: readonly MeterFacts[], day: number): boolean {
  return (
    meter.removedOn !== null &&
    digitsOf(meter.removedOn) === day &&
    all.some(
      (other) =>
        other !== meter && other.installedOn !== null && digitsOf(other.installedOn) === day,
    )
  );
}

function firstBadDay(countsUnverified: boolean, meter: MeterFacts): number | undefined {
  const bad: number[] = [];
  if (meter.outOfOrderSince !== null) bad.push(digitsOf(meter.outOfOrderSince));
  if (meter.accessRefusedSince !== null) bad.push(digitsOf(meter.accessRefusedSince));
  if (meter.verifiedUntil !== null && !countsUnverified)
    bad.push(digitsOf(meter.verifiedUntil.add({ days: 1 })));
  return bad.length === 0 ? undefined : Math.min(...bad);
}
